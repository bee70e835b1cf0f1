/// A handle as its core knows it: it goes when its users let go of it.
struct WatchHandle<Handle: WatchingHandle> {
    weak var handle: Handle?
    /// Here as well, because under the core's lock nobody may hold the handle itself: if its users let go of it in that
    /// moment, its end would want the same lock.
    let life: LifeInterest

    init(_ handle: Handle) {
        self.handle = handle
        life = handle.life
    }
}
