@main
struct UsherCommand {
    static func main() {}
}
