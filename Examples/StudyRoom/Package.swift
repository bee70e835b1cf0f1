// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "study-room",
    dependencies: [.package(name: "usher", path: "../..")],
    targets: [
        .executableTarget(name: "StudyRoom", dependencies: [.product(name: "Usher", package: "usher")])
    ]
)
