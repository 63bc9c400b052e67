//! Cargo's metadata of the workspace and its dependencies.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::{files, root, text};

/// One crate, ours or not.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// SPDX expression, as the crate states it; empty when it states none.
    pub(crate) license: String,
    /// A crate of this workspace.
    pub(crate) ours: bool,
    /// The program needs it to be built; the others are for tests only.
    pub(crate) shipped: bool,
    /// The dependencies its manifest names, for any platform.
    pub(crate) named_dependencies: Vec<NamedDependency>,
    /// The crates that it is linked with on this platform (neither tests nor build scripts), by id.
    pub(crate) linked_crates: Vec<String>,
}

impl Package {
    /// Name and version as `cargo tree` writes them.
    fn label(&self) -> String {
        format!("{} v{}", self.name, self.version)
    }
}

/// A dependency as a manifest names it.
pub(crate) struct NamedDependency {
    pub(crate) name: String,
    /// The name that code uses.
    pub(crate) code_name: String,
    /// Only its tests need it.
    pub(crate) for_tests: bool,
}

/// Every crate that is built on this platform, by cargo's id.
pub(crate) fn packages() -> &'static HashMap<String, Package> {
    static PACKAGES: LazyLock<HashMap<String, Package>> = LazyLock::new(|| {
        let mut packages = read(&graph());
        let (built, shipped) = (built_crates("all"), built_crates("normal,build"));
        packages.retain(|_, package| built.contains(&package.label()));
        for package in packages.values_mut() {
            package.shipped = shipped.contains(&package.label());
        }
        let kept: HashSet<String> = packages.keys().cloned().collect();
        for package in packages.values_mut() {
            package.linked_crates.retain(|id| kept.contains(id));
        }
        packages
    });
    &PACKAGES
}

/// The crates of the workspace, by name.
pub(crate) fn ours() -> Vec<&'static Package> {
    let mut ours: Vec<_> = packages().values().filter(|package| package.ours).collect();
    ours.sort_by(|a, b| a.name.cmp(&b.name));
    ours
}

/// The graph of crates as cargo resolved it. It also holds crates behind features that nobody turned on.
fn graph() -> Value {
    // Without the platform cargo would want the crates of all others too, which nobody fetched.
    let output = cargo(&["metadata", "--format-version=1", "--filter-platform", &platform()]);
    serde_json::from_slice(&output).expect("cargo writes JSON")
}

/// The crates that are really built for dependencies of these kinds, by their label.
fn built_crates(kinds: &str) -> HashSet<String> {
    let kinds = format!("--edges={kinds}");
    let output = cargo(&["tree", "--workspace", &kinds, "--prefix=none", "--format={p}"]);
    let text = String::from_utf8_lossy(&output);
    // After the version come notes, such as the folder of a crate of ours.
    text.lines().filter_map(|line| Some(line.split(' ').collect::<Vec<_>>().get(..2)?.join(" "))).collect()
}

/// Runs cargo and returns its output. Each test is a process of its own and cargo takes seconds, so the first
/// one leaves the output to the others, for as long as the lock file and the manifests stay as they are.
fn cargo(arguments: &[&str]) -> Vec<u8> {
    let manifests: Vec<_> = files()
        .iter()
        .filter(|file| file.ends_with("Cargo.toml") || *file == "Cargo.lock")
        .map(|file| text(file))
        .collect();
    let state = hash(&(manifests, std::env::var_os("CARGO"))).to_be_bytes();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cargo-{:016x}", hash(&arguments)));
    if let Some(answer) = fs::read(&kept).ok().and_then(|kept| Some(kept.strip_prefix(&state)?.to_vec())) {
        return answer;
    }
    let answer = run(arguments);
    // Under its name only when it is whole: others look for it at the same time.
    let part = kept.with_extension(std::process::id().to_string());
    fs::write(&part, [&state, &*answer].concat()).expect("the folder of tests is ours");
    fs::rename(&part, &kept).expect("the folder of tests is ours");
    answer
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn run(arguments: &[&str]) -> Vec<u8> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program)
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs the tests, so it is there");
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn platform() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc is next to cargo");
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc -vV names its host").to_owned()
}

fn read(metadata: &Value) -> HashMap<String, Package> {
    let members: Vec<&str> = list(&metadata["workspace_members"]).iter().filter_map(Value::as_str).collect();
    let manifests: HashMap<&str, &Value> =
        list(&metadata["packages"]).iter().map(|package| (string(&package["id"]), package)).collect();
    let libraries: HashMap<&str, &str> = list(&metadata["packages"])
        .iter()
        .filter_map(|package| Some((string(&package["name"]), library(package)?)))
        .collect();
    list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let id = string(&node["id"]);
            let manifest = manifests[id];
            let package = Package {
                name: string(&manifest["name"]).to_owned(),
                version: string(&manifest["version"]).to_owned(),
                license: manifest["license"].as_str().unwrap_or_default().to_owned(),
                ours: members.contains(&id),
                shipped: true,
                named_dependencies: list(&manifest["dependencies"])
                    .iter()
                    .map(|dependency| named_dependency(dependency, &libraries))
                    .collect(),
                linked_crates: list(&node["deps"]).iter().filter(|dep| is_linked(dep)).map(id_of).collect(),
            };
            (id.to_owned(), package)
        })
        .collect()
}

/// The name of a crate's library.
fn library(package: &Value) -> Option<&str> {
    let is_library = |kind: &Value| matches!(string(kind), "lib" | "rlib" | "dylib" | "proc-macro");
    let mut targets = list(&package["targets"]).iter();
    targets.find(|target| list(&target["kind"]).iter().any(is_library)).map(|target| string(&target["name"]))
}

/// `libraries` are the names that crates give their libraries, if not their own.
fn named_dependency(dependency: &Value, libraries: &HashMap<&str, &str>) -> NamedDependency {
    let name = string(&dependency["name"]);
    let library = libraries.get(name).copied();
    NamedDependency {
        name: name.to_owned(),
        code_name: dependency["rename"].as_str().or(library).unwrap_or(name).replace('-', "_"),
        for_tests: dependency["kind"].as_str() == Some("dev"),
    }
}

/// A dependency of the ordinary kind has `null` where tests say `dev` and build scripts `build`.
fn is_linked(dependency: &Value) -> bool {
    list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
}

fn id_of(dependency: &Value) -> String {
    string(&dependency["pkg"]).to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
