//! No circles between the modules in a crate's root: none uses a module that uses it, directly or
//! indirectly. Tests do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::scanner::{self, NamedPath, Source};
use crate::{assert_none, extension, files, text};

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let mut crates: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for file in files().iter().filter(|file| extension(file) == "rs") {
        let below = file.strip_prefix("crates/").and_then(|path| path.split_once("/src/"));
        let Some((name, path)) = below.filter(|(name, _)| !name.contains('/')) else { continue };
        crates.entry(name).or_default().extend(text(file).map(|text| (path, text)));
    }
    assert!(crates.len() > 5, "the crates were found");
    let mut faults = Vec::new();
    for (name, files) in crates {
        faults.extend(circles(files.into_iter()).iter().map(|circle| format!("{name}: {circle}")));
    }
    assert_none(
        "modules that use each other: what closes the circle moves to the module that it belongs to",
        &faults,
    );
}

/// The circles between the modules in the root of a crate, each as the way around and where its steps are
/// taken. The crate is given as its files: paths below `src`, and texts.
fn circles<'f>(files: impl Iterator<Item = (&'f str, String)>) -> Vec<String> {
    let arrows = arrows(files);
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for start in arrows.keys() {
        let Some(way) = way_around(&arrows, start) else { continue };
        if seen.insert(way.iter().copied().collect::<BTreeSet<_>>()) {
            let steps = way.iter().zip(way.iter().cycle().skip(1));
            let steps: Vec<String> =
                steps.map(|(from, to)| format!("{from} -> {to} ({})", arrows[*from][*to])).collect();
            circles.push(steps.join(", "));
        }
    }
    circles
}

/// The shortest way from a module back to itself.
fn way_around<'a>(arrows: &'a Arrows, start: &'a str) -> Option<Vec<&'a str>> {
    let mut came_from: HashMap<&str, &str> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(module) = queue.pop_front() {
        for next in arrows.get(module).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut way = vec![module];
                while let Some(before) = came_from.get(way[way.len() - 1]) {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if !came_from.contains_key(next.as_str()) {
                came_from.insert(next, module);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The modules that each module names, each with one place where it does.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

fn arrows<'f>(files: impl Iterator<Item = (&'f str, String)>) -> Arrows {
    let sources: Vec<(&str, Vec<String>, Source)> =
        files.map(|(path, text)| (path, module_of(path), scanner::read(&text))).collect();
    let krate = Crate::from_sources(&sources);
    let mut arrows = Arrows::new();
    for (path, module, source) in &sources {
        let Some(from) = module.first().filter(|_| !krate.is_for_tests(module)) else { continue };
        for named in &source.paths {
            if let Some(to) = krate.target(module, named).filter(|to| to != from) {
                let place = || format!("{path}:{} {}", named.line, named.path.join("::"));
                arrows.entry(from.clone()).or_default().entry(to).or_insert_with(place);
            }
        }
    }
    arrows
}

/// The module that a file is: `a` for `a.rs` and `a/mod.rs`, `a::b` for `a/b.rs`, nothing for the root.
pub(crate) fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// A crate's modules, tests and names, without its arrows.
pub(crate) struct Crate {
    /// The modules in its root.
    modules: BTreeSet<String>,
    /// Modules that only tests have, at any depth.
    tests: Vec<Vec<String>>,
    /// Imports of its root, and macros, which are in the root wherever they are defined: each with its
    /// path.
    names: HashMap<String, Vec<String>>,
}

impl Crate {
    pub(crate) fn from_sources(sources: &[(&str, Vec<String>, Source)]) -> Self {
        let mut krate = Self { modules: BTreeSet::new(), tests: Vec::new(), names: HashMap::new() };
        for (_, module, source) in sources {
            krate.modules.extend(module.first().cloned());
            krate.tests.extend(source.tests.iter().map(|inner| [module.as_slice(), inner].concat()));
            krate.names.extend(source.macros.iter().map(|name| (name.clone(), module.clone())));
            for named in source.paths.iter().filter(|_| module.is_empty()) {
                let begin = usize::from(matches!(named.path[0].as_str(), "crate" | "self"));
                let path = named.path[begin..].to_vec();
                krate.names.extend(named.known_by.clone().map(|name| (name, path)));
            }
        }
        krate
    }

    pub(crate) fn is_for_tests(&self, module: &[String]) -> bool {
        self.tests.iter().any(|test| module.starts_with(test))
    }

    /// The module of the root that a path leads to; `None` for the root itself, or another crate.
    fn target(&self, module: &[String], named: &NamedPath) -> Option<String> {
        let mut path = named.path.as_slice();
        let mut base = Vec::new();
        match path.first()?.as_str() {
            "crate" => path = &path[1..],
            "self" | "super" => {
                base = [module, &named.within].concat();
                while let Some(up) = path.first().filter(|up| matches!(up.as_str(), "self" | "super")) {
                    if up == "super" {
                        base.pop();
                    }
                    path = &path[1..];
                }
            }
            _ => return None,
        }
        let mut path = [base.as_slice(), path].concat();
        let mut passed = BTreeSet::new();
        loop {
            let first = path.first()?.clone();
            if self.modules.contains(&first) {
                return Some(first).filter(|first| !self.is_for_tests(std::slice::from_ref(first)));
            }
            // A name of the root represents the module that it refers to.
            let named = self.names.get(&first).filter(|_| passed.insert(first.clone()))?;
            path = [named.as_slice(), &path[1..]].concat();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::circles;

    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        circles(files.iter().map(|(path, text)| (*path, (*text).to_owned())))
    }

    #[test]
    fn a_circle_is_found_and_reported() {
        let found = circles_of(&[
            ("lib.rs", "mod a; mod b; mod c; pub use c::C;"),
            ("a.rs", "use crate::b::B;"),
            ("b/mod.rs", "mod deep; pub struct B;"),
            ("b/deep.rs", "fn f(c: super::super::c::C) {}"),
            ("c.rs", "\nuse crate::{a};"),
        ]);
        let expected =
            "a -> b (a.rs:1 crate::b::B), b -> c (b/deep.rs:1 super::super::c::C), c -> a (c.rs:2 crate::a)";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_name_of_the_root_leads_to_its_module() {
        let found = circles_of(&[
            ("main.rs", "mod a; mod b; use crate::b::B as Other;"),
            ("a.rs", "pub struct A { b: crate::Other }"),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        let found = circles_of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "macro_rules! made { () => { $crate::b::B } }"),
            ("b.rs", "crate::made!();"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn arrows_of_one_direction_are_none() {
        let found = circles_of(&[
            ("lib.rs", "mod a; mod b; mod c; pub fn root() {}"),
            ("a/mod.rs", "mod x; mod y; use crate::{b, c, root};"),
            ("a/x.rs", "use super::y;"),
            ("a/y.rs", "use super::x; use crate::a;"),
            ("b.rs", "use crate::c::C;"),
            ("c.rs", "use std::fmt; // and crate::a"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn imports_of_tests_close_no_circle() {
        let found = circles_of(&[
            ("lib.rs", "mod a; mod b; #[cfg(feature = \"testkit\")] pub mod kit;"),
            ("a.rs", "use crate::b; use crate::kit;"),
            ("b.rs", "#[cfg(test)] mod tests;"),
            ("b/tests.rs", "use crate::a;"),
            ("kit.rs", "use crate::{a, b};"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
