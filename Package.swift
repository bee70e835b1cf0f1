// swift-tools-version: 6.1
import PackageDescription

// One list of settings for every Swift target. `NonisolatedNonsendingByDefault` is load-bearing: without it a service
// called from a pinned loop hops to the global pool (see Sources/Usher/Usher.docc/Architecture.md).
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "usher",
    products: [
        .library(name: "Usher", targets: ["Usher"]),
        .library(name: "UsherTesting", targets: ["UsherTesting"]),
        .executable(name: "usher", targets: ["UsherCommand"]),
    ],
    targets: [
        // C libraries of the system.
        .systemLibrary(name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // C of ours: shims, and protoc-c's output of `proto/`.
        .target(name: "CSystem"),
        .target(name: "CUsherProto", dependencies: ["CProtobufC"]),

        // The product, from pure to outermost. `.ci/imports` holds this table.
        .target(name: "UsherCore", swiftSettings: settings),
        .target(name: "UsherWire", dependencies: ["UsherCore", "CUsherProto"], swiftSettings: settings),
        .target(name: "UsherRPC", swiftSettings: settings),
        .target(
            name: "UsherHTTP2", dependencies: ["UsherRPC", "CNghttp2", "COpenSSL", "CZlib", "CSystem"],
            swiftSettings: settings),
        .target(
            name: "UsherLedger", dependencies: ["UsherCore", "CSQLite", "CSystem"], swiftSettings: settings),
        .target(
            name: "UsherGateway", dependencies: ["UsherCore", "UsherWire", "UsherRPC", "UsherLedger"],
            swiftSettings: settings),
        .target(
            name: "Usher",
            dependencies: [
                "UsherCore", "UsherWire", "UsherRPC",
                .target(name: "UsherHTTP2", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings),
        .target(
            name: "UsherTesting",
            dependencies: [
                "Usher", "UsherGateway", "UsherLedger", "UsherHTTP2", "UsherRPC", "UsherWire", "UsherCore", "CSystem",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "UsherCommand",
            dependencies: [
                "Usher", "UsherGateway", "UsherLedger", "UsherHTTP2", "UsherRPC", "UsherWire", "UsherCore",
                "UsherTesting",
            ],
            swiftSettings: settings),

        .testTarget(name: "UsherCoreTests", dependencies: ["UsherCore"], swiftSettings: settings),
        .testTarget(name: "UsherWireTests", dependencies: ["UsherWire", "UsherCore"], swiftSettings: settings),
        .testTarget(name: "UsherRPCTests", dependencies: ["UsherRPC"], swiftSettings: settings),
        .testTarget(
            name: "UsherHTTP2Tests", dependencies: ["UsherHTTP2", "UsherRPC", "CNghttp2", "COpenSSL", "CSystem"],
            swiftSettings: settings),
        .target(name: "CFaultDisk", dependencies: ["CSQLite"], path: "Tests/CFaultDisk"),
        .testTarget(
            name: "UsherLedgerTests", dependencies: ["UsherLedger", "UsherCore", "CFaultDisk"],
            swiftSettings: settings),
        .testTarget(
            name: "UsherGatewayTests",
            dependencies: ["UsherGateway", "UsherTesting", "UsherRPC", "UsherCore", "UsherWire", "UsherLedger"],
            swiftSettings: settings),
        .testTarget(
            name: "UsherTests", dependencies: ["Usher", "UsherCore", "UsherRPC", "UsherWire"],
            swiftSettings: settings),
        .testTarget(
            name: "UsherTestingTests", dependencies: ["UsherTesting", "Usher", "UsherRPC", "UsherCore"],
            swiftSettings: settings),
        .testTarget(
            name: "UsherCommandTests", dependencies: ["UsherCommand", "Usher", "UsherCore"], swiftSettings: settings),

        // gRPC's official interop programs, which `.ci/interop` runs against other implementations. In no product.
        .target(name: "CInteropProto", dependencies: ["CProtobufC"], path: "Tests/Interop/CInteropProto"),
        .target(
            name: "InteropMessages", dependencies: ["CInteropProto"], path: "Tests/Interop/InteropMessages",
            swiftSettings: settings),
        .executableTarget(
            name: "InteropServer", dependencies: ["InteropMessages", "UsherHTTP2", "UsherRPC"],
            path: "Tests/Interop/InteropServer", swiftSettings: settings),
        .executableTarget(
            name: "InteropClient", dependencies: ["InteropMessages", "UsherHTTP2", "UsherRPC"],
            path: "Tests/Interop/InteropClient", swiftSettings: settings),
    ]
)

// The fuzzing entries are ordinary tests here; with USHER_FUZZ set, `.ci/fuzz` makes a program for libFuzzer of them.
let fuzzed: [Target.Dependency] = [
    "Usher", "UsherHTTP2", "UsherRPC", "UsherWire", "UsherCore", "CNghttp2", "CSystem",
]
if Context.environment["USHER_FUZZ"] == nil {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["Corpus", "Driver"],
            swiftSettings: settings))
} else {
    package.targets.append(
        .executableTarget(
            name: "UsherFuzz", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["Corpus", "Kept"],
            sources: ["Entries", "Driver"], swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
