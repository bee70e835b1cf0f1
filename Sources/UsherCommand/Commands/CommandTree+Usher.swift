extension CommandTree {
    /// All commands, in the order of the help.
    static let usher = CommandTree(
        commands: [
            DemoCommand.spec, ServeCommand.spec, ImportCommand.spec,
            HallCommands.list, HallCommands.get, HallExportCommand.spec, HallDiffCommand.spec,
            ShowCommands.create, ShowCommands.get, ShowCommands.list, ShowCommands.update, ShowCommands.cancel,
            SeatsCommand.spec, RenderCommand.spec, WatchCommand.spec, SuggestCommand.spec,
            LockCommands.lock, LockCommands.status, LockCommands.change, LockCommands.renew, LockCommands.pay,
            LockCommands.confirm, LockCommands.release,
            SaleCommands.refund, SaleCommands.get, SaleCommands.list,
            RoomCommands.create, RoomJoinCommand.spec, RoomCommands.sit, RoomCommands.stand, RoomCommands.status,
            RoomCommands.keep, RoomCommands.leave, RoomShowCommand.spec, RoomWatchCommand.spec,
            FocusCommands.start, FocusCommands.pause, FocusCommands.resume, FocusCommands.finish,
            FocusCommands.complete, FocusCommands.abandon, FocusCommands.show, FocusCommands.list,
            FocusStatsCommand.spec,
            BlockCommands.block, BlockCommands.unblock,
            RelayCommand.spec,
        ] + BenchCommands.all)
}
