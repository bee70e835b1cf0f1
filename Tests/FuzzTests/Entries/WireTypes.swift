import UsherCore

@testable import UsherWire

/// The checks of one published message type.
struct WireTypes: Sendable {
    let name: String
    /// For an input that may be the type's bytes.
    let check: @Sendable ([UInt8]) throws -> Void
    /// For an input that may be the type's JSON.
    let checkJSON: @Sendable ([UInt8]) throws -> Void

    static let all: [WireTypes] = [
        of(PutHallRequest.self), of(CheckHallRequest.self), of(CheckHallResponse.self), of(GetHallRequest.self),
        of(HallReply.self), of(ListHallsRequest.self), of(ListHallsResponse.self), of(CreateShowRequest.self),
        of(GetShowRequest.self), of(UpdateShowRequest.self), of(ListShowsRequest.self), of(ListShowsResponse.self),
        of(ShowInput.self), of(ShowView.self), of(BlockSeatsRequest.self), of(BlockSeatsResponse.self),
        of(UnblockSeatsRequest.self), of(UnblockSeatsResponse.self), of(GetSeatsRequest.self),
        of(WatchSeatsRequest.self), of(SeatEvent.self), of(SuggestSeatsRequest.self), of(SuggestSeatsResponse.self),
        of(LockSeatsRequest.self), of(LockBestSeatsRequest.self), of(ChangeLockRequest.self),
        of(RenewLockRequest.self), of(BeginPaymentRequest.self), of(EndPaymentRequest.self),
        of(ConfirmLockRequest.self), of(ReleaseLockRequest.self), of(ReleaseLockResponse.self),
        of(GetLockRequest.self), of(LockMessage.self), of(SaleMessage.self), of(RefundSaleRequest.self),
        of(GetSaleRequest.self), of(ListSalesRequest.self), of(ListSalesResponse.self), of(SeatConflict.self),
        of(StatusMessage.self), of(ErrorInfoMessage.self), of(RetryInfoMessage.self), of(BadRequestMessage.self),
        of(HealthCheckRequest.self), of(HealthCheckResponse.self), of(HealthListResponse.self),
        of(ReflectionRequest.self), of(ReflectionResponse.self),
        // New ones at the end: kept inputs name their type by its place.
        of(CreateRoomRequest.self), of(GetRoomRequest.self), of(JoinRoomRequest.self), of(MembershipMessage.self),
        of(TakeSeatRequest.self), of(LeaveSeatRequest.self), of(SetStatusRequest.self), of(KeepAliveRequest.self),
        of(KeepAliveResponse.self), of(LeaveRoomRequest.self), of(LeaveRoomResponse.self), of(WatchRoomRequest.self),
        of(Room.self), of(RoomMember.self), of(RoomEvent.self), of(StartFocusRequest.self),
        of(PauseFocusRequest.self), of(ResumeFocusRequest.self), of(CompleteFocusRequest.self),
        of(AbandonFocusRequest.self), of(GetFocusRequest.self), of(ListFocusRequest.self),
        of(ListFocusResponse.self), of(SyncFocusRequest.self), of(SyncFocusResponse.self),
        of(GetFocusStatsRequest.self), of(GetFocusStatsResponse.self), of(FocusSession.self),
        of(FocusEventMessage.self),
    ]

    private static func of<Message: WireMessage>(_ type: Message.Type) -> WireTypes {
        WireTypes(
            name: Message.messageName,
            check: { if let value = try decode(Message.self, $0) { try checkValue(value) } },
            checkJSON: { text in
                guard let bytes = try? ProtoJSON.message(fromJSON: text, type: Message.messageName) else { return }
                if let value = try decode(Message.self, bytes) { try checkValue(value) }
            })
    }

    /// The value, if all its fields are as they should be. One with faults must be writable all the same.
    private static func decode<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) throws -> Message? {
        var faults: [FieldFault] = []
        let value: Message
        do throws(WireError) {
            value = try Message(decoding: bytes, faults: &faults)
        } catch {
            try require(error.code != .fields, "\(Message.messageName): faults are thrown where they are gathered")
            return nil
        }
        guard faults.isEmpty else {
            var again: [FieldFault] = []
            _ = try Message(decoding: value.encoded(), faults: &again)
            return nil
        }
        return value
    }

    private static func checkValue<Message: WireMessage>(_ value: Message) throws {
        let name = Message.messageName
        let bytes = value.encoded()
        let back = try Message(decoding: bytes)
        try require(back.encoded() == bytes, "\(name): \(value) is written in two ways")
        // NaN, which a reply's score may be, is not equal to itself.
        try require(back == value || "\(value)".contains("nan"), "\(name): \(value) comes back as \(back)")
        do throws(WireError) {
            let text = try ProtoJSON.string(value)
            let fromJSON: Message = try ProtoJSON.decode(from: Array(text.utf8))
            let again = try ProtoJSON.string(fromJSON)
            // Not the value itself: JSON's maps have no order.
            if again != text { throw WireError(.malformed, "\(text) becomes \(again)") }
        } catch {
            // A status's details may be anything, and do not come back from JSON; a mask's path that would come back as
            // another does not go.
            try require(
                name == StatusMessage.messageName || error.message.contains("cannot be given as JSON"),
                "\(name): \(value) as JSON: \(error)")
        }
    }
}
