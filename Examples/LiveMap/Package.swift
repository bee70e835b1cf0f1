// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "live-map",
    dependencies: [.package(name: "usher", path: "../..")],
    targets: [
        .executableTarget(name: "LiveMap", dependencies: [.product(name: "Usher", package: "usher")])
    ]
)
