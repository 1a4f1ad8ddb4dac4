// swift-tools-version: 6.3

import PackageDescription

/// For modules of which all that they import is part of what they offer.
let adapterSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let settings = adapterSettings + [.enableUpcomingFeature("InternalImportsByDefault")]

/// A module of this package: sources below `Sources`, one folder each.
func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one module: sources below `Tests`, in a folder with the module's name and "Tests".
func tests(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "attachment-intake",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "intake", targets: ["intake"]),
    .executable(name: "intake-validate", targets: ["intake-validate"]),
    .library(name: "AttachmentIntake", targets: ["AttachmentIntake"]),
    .library(name: "AttachmentIntakeApple", targets: ["AttachmentIntakeApple"]),
    .library(name: "DeviceRecords", targets: ["DeviceRecords"]),
    .library(name: "ShareContract", targets: ["ShareContract"]),
    .library(name: "ChangeEvidence", targets: ["ChangeEvidence"]),
    .library(name: "UniformTypes", targets: ["UniformTypes"]),
    .library(name: "IntakeTesting", targets: ["IntakeTesting"]),
  ],
  traits: [
    .trait(name: "PDF", description: "intake-validate opens PDF, through qpdf."),
    .trait(
      name: "Images",
      description: "intake-validate decodes images, through libvips with its 150 Debian packages."),
    .trait(
      name: "ExampleServer",
      description: "intake-server, an example, answers requests, through libmicrohttpd."),
    .default(enabledTraits: ["PDF"]),
  ],
  targets: [
    // C libraries and system calls: module maps and shims, each used by exactly one module.
    .target(name: "CLinux"),
    // Loads two of the libraries at first use, which are never linked. To build: libarchive-dev and libssl-dev; to
    // run: libarchive13 and libssl3.
    .target(name: "CLoading"),
    .target(name: "CArchive", dependencies: ["CLoading"]),
    .target(name: "CCrypto", dependencies: ["CLoading"]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Two SHA-256 digests at once, by the processor's own instructions.
    .target(name: "CSHA256"),

    // The three below are read only where their trait is on: the first two are then linked by intake-validate
    // alone, and the last by intake-server.
    .systemLibrary(name: "CQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
    .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CConfinement"),

    // Processes and threads, for whoever waits for another program.
    module("SystemCalls"),

    // Values.
    module("JSONSyntax"),
    module("UniformTypes"),
    module("Digests", uses: ["CCrypto", "CSHA256", "SystemCalls"]),
    module("IntakeModel", uses: ["UniformTypes"]),

    // Archives.
    module("Archives", uses: ["CArchive", "SystemCalls"]),

    // Storage.
    module("ContainerStorage", uses: ["CLinux", "Digests", "IntakeModel", "SystemCalls"]),
    module("CatalogStorage", uses: ["CSQLite", "IntakeModel"]),

    // Products.
    module(
      "AttachmentIntake",
      uses: [
        "Archives", "CatalogStorage", "ContainerStorage", "Digests", "IntakeModel", "SystemCalls",
        "UniformTypes",
      ]),
    module(
      "ShareContract", uses: ["Digests", "IntakeModel", "JSONSyntax", "UniformTypes"]),
    // Translates the API of Apple's systems; empty elsewhere.
    .target(
      name: "AttachmentIntakeApple", dependencies: ["AttachmentIntake"],
      swiftSettings: adapterSettings),
    module(
      "DeviceRecords",
      uses: ["AttachmentIntake", "IntakeModel", "ShareContract", "SystemCalls", "UniformTypes"]),
    module(
      "ChangeEvidence",
      uses: [
        "Archives", "Digests", "IntakeModel", "JSONSyntax", "ShareContract", "SystemCalls",
        "UniformTypes",
      ]),
    module(
      "IntakeTesting",
      uses: [
        "AttachmentIntake", "Digests", "IntakeModel", "ShareContract", "SystemCalls",
        "UniformTypes",
      ]),

    // Command.
    .executableTarget(
      name: "intake",
      dependencies: [
        "AttachmentIntake", "ChangeEvidence", "IntakeModel", "IntakeTesting", "JSONSyntax",
        "ShareContract", "SystemCalls", "UniformTypes",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "intake-validate",
      dependencies: [
        "Archives", "CConfinement", "IntakeModel", "JSONSyntax", "UniformTypes",
        .target(name: "CQPDF", condition: .when(traits: ["PDF"])),
        .target(name: "CVips", condition: .when(traits: ["Images"])),
      ],
      swiftSettings: settings),

    // An example, and no product.
    .executableTarget(
      name: "intake-server",
      dependencies: [
        "AttachmentIntake", "IntakeModel", "JSONSyntax", "SystemCalls", "UniformTypes",
        .target(name: "CMicroHTTPD", condition: .when(traits: ["ExampleServer"])),
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "intake-fuzz",
      dependencies: [
        "Archives", "ChangeEvidence", "Digests", "IntakeModel", "ShareContract", "UniformTypes",
      ],
      path: "Tests/Fuzzing",
      exclude: ["Seeds"], swiftSettings: settings),

    // Measures the command and the library beside their peers. Root targets and no products: a package of its own would
    // not see what is `package`.
    .target(
      name: "BenchResults", dependencies: ["JSONSyntax", "ShareContract"],
      path: "Benchmarks/BenchResults", swiftSettings: settings),
    .executableTarget(
      name: "intake-bench",
      dependencies: [
        "AttachmentIntake", "BenchResults", "IntakeModel", "IntakeTesting", "JSONSyntax",
        "ShareContract", "SystemCalls", "UniformTypes",
      ],
      path: "Benchmarks/IntakeBench", swiftSettings: settings),
    .executableTarget(
      name: "foundation-peer", dependencies: ["Digests"], path: "Benchmarks/Peers/Foundation",
      swiftSettings: settings),

    // Facts and sample files beside the checkout, for the tests that find them there.
    .target(name: "SharedMaterial", path: "Tests/SharedMaterial", swiftSettings: settings),

    tests("UniformTypes", uses: ["IntakeTesting", "SharedMaterial", "UniformTypes"]),
    tests("Archives", uses: ["Archives"]),
    tests("Digests", uses: ["Digests", "SystemCalls"]),
    tests("IntakeModel", uses: ["IntakeModel"]),
    tests("JSONSyntax", uses: ["IntakeTesting", "JSONSyntax"]),
    tests(
      "ChangeEvidence",
      uses: [
        "Archives", "ChangeEvidence", "Digests", "IntakeModel", "IntakeTesting", "JSONSyntax",
        "ShareContract", "UniformTypes",
      ]),
    tests(
      "ShareContract",
      uses: ["IntakeModel", "IntakeTesting", "JSONSyntax", "ShareContract", "SharedMaterial"]),
    tests(
      "ContainerStorage", uses: ["ContainerStorage", "Digests", "IntakeModel", "IntakeTesting"]),
    tests(
      "CatalogStorage", uses: ["CatalogStorage", "IntakeModel", "IntakeTesting", "UniformTypes"]),
    tests(
      "AttachmentIntake",
      uses: [
        "AttachmentIntake", "CatalogStorage", "ContainerStorage", "IntakeModel", "IntakeTesting",
        "SharedMaterial", "UniformTypes",
      ]),
    tests(
      "Validation",
      uses: [
        "Archives", "AttachmentIntake", "ContainerStorage", "IntakeModel", "IntakeTesting",
        "intake-validate", "SharedMaterial", "UniformTypes",
      ]),
    tests(
      "IntakeTesting",
      uses: ["AttachmentIntake", "IntakeModel", "IntakeTesting", "ShareContract", "UniformTypes"]),
    tests(
      "DeviceRecords",
      uses: [
        "AttachmentIntake", "DeviceRecords", "IntakeModel", "IntakeTesting", "ShareContract",
        "SystemCalls",
      ]),
    tests("BenchResults", uses: ["BenchResults", "ChangeEvidence"]),
    // The tests of the worked example in Tests/Examples, and of the examples in the documentation.
    tests(
      "Examples",
      uses: [
        "AttachmentIntake", "ChangeEvidence", "IntakeTesting", "ShareContract", "UniformTypes",
      ]),
    tests(
      "ExampleServer",
      uses: [
        "AttachmentIntake", "Digests", "intake-server", "IntakeModel", "IntakeTesting",
        "JSONSyntax", "UniformTypes",
      ]),
    tests(
      "Command",
      uses: [
        "AttachmentIntake", "intake", "intake-validate", "IntakeModel", "IntakeTesting",
        "JSONSyntax", "ShareContract", "SystemCalls",
      ]),
  ]
)

// The sources of AttachmentIntakeApple, through a link, over stand-ins for the API that they use: what checks them
// where Apple's modules are not.
#if os(Linux)
  let standIns: [SwiftSetting] =
    adapterSettings + [
      .define("APPLE_STAND_INS"),
      // Foundation is there, and lacks a part. A module cannot stand in for one that it imports itself.
      .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FoundationStandIn"]),
      .unsafeFlags(["-module-alias", "UniformTypeIdentifiers=UniformTypeIdentifiersStandIn"]),
      .unsafeFlags(["-module-alias", "os=OSStandIn"]),
    ]
  let standInNames = ["FoundationStandIn", "UniformTypeIdentifiersStandIn", "OSStandIn"]
  package.targets += standInNames.map {
    Target.target(name: $0, path: "Tests/StandIns/\($0)", swiftSettings: settings)
  }
  package.targets += [
    .target(
      name: "AppleAdapters",
      dependencies: ["AttachmentIntake"] + standInNames.map { .byName(name: $0) },
      path: "Tests/AppleAdapters", swiftSettings: standIns),
    tests(
      "AppleAdapters",
      uses: ["AppleAdapters", "AttachmentIntake", "IntakeTesting"]
        + standInNames.map { .byName(name: $0) }),
  ]
#endif
