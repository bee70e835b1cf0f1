// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "partner-backend",
    dependencies: [.package(name: "usher", path: "../.."), .package(name: "kit", path: "../Kit")],
    targets: [
        // The system's SQLite. Modules of one build have different names, and Usher has a `CSQLite` already.
        .systemLibrary(name: "PartnerSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "PartnerBackend",
            dependencies: [
                .product(name: "Usher", package: "usher"), .product(name: "Signals", package: "kit"), "PartnerSQLite",
            ]),
    ]
)
