// swift-tools-version: 6.1
import PackageDescription

// What the examples for a terminal share; a partner's app has its own views instead.
let package = Package(
    name: "kit",
    products: [
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "TerminalKit", targets: ["TerminalKit"]),
    ],
    dependencies: [.package(name: "usher", path: "../..")],
    targets: [
        .target(name: "Signals"),
        .target(name: "TerminalKit", dependencies: ["Signals", .product(name: "Usher", package: "usher")]),
    ]
)
