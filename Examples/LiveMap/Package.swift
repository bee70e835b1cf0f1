// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "live-map",
    dependencies: [.package(name: "usher", path: "../.."), .package(name: "kit", path: "../Kit")],
    targets: [
        .executableTarget(
            name: "LiveMap",
            dependencies: [.product(name: "Usher", package: "usher"), .product(name: "TerminalKit", package: "kit")])
    ]
)
