//! Dependencies: licenses and duplicate versions, by the same `deny.toml` that cargo-deny reads.
//! cargo-deny adds the advisories, but needs to be installed and a network.

use std::collections::{BTreeMap, BTreeSet};

use toml::Table;

use crate::metadata::packages;
use crate::{assert_none, text};

fn deny() -> Table {
    text("deny.toml").expect("deny.toml is there").parse().expect("deny.toml is TOML")
}

fn strings(value: &toml::Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

#[test]
fn every_license_is_allowed() {
    let deny = deny();
    let allowed = strings(&deny["licenses"]["allow"]);
    let exceptions = deny["licenses"]["exceptions"].as_array().expect("licenses.exceptions is a list");
    let allowed_for = |name: &str| {
        let of_it =
            exceptions.iter().filter(|row| row.get("crate").and_then(toml::Value::as_str) == Some(name));
        of_it.flat_map(|row| strings(&row["allow"])).chain(allowed.iter().cloned()).collect::<BTreeSet<_>>()
    };
    let faults: Vec<String> = packages()
        .values()
        .filter(|package| !is_satisfied(&package.license, &allowed_for(&package.name)))
        .map(|package| format!("{} {}: {:?}", package.name, package.version, package.license))
        .collect();
    assert_none("no license that deny.toml allows", &faults);
}

#[test]
fn our_own_crates_are_under_both_licenses() {
    for package in packages().values().filter(|package| package.ours) {
        assert_eq!(package.license, "Apache-2.0 OR MIT", "{}", package.name);
    }
}

#[test]
fn each_duplicate_crate_has_a_reason() {
    let deny = deny();
    let skip = deny["bans"]["skip"].as_array().expect("bans.skip is a list");
    let excused: BTreeSet<&str> = skip.iter().filter_map(|row| row.get("crate")?.as_str()).collect();
    for row in skip {
        assert!(
            row.get("reason").is_some_and(|reason| reason.as_str() != Some("")),
            "without a reason: {row}"
        );
    }
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages().values().filter(|package| package.shipped) {
        versions.entry(&package.name).or_default().push(&package.version);
    }
    let faults: Vec<String> = versions
        .iter()
        .map(|(name, all)| {
            (
                name,
                all.iter().filter(|version| !excused.contains(format!("{name}@{version}").as_str())).count(),
            )
        })
        .filter(|(_, unexcused)| *unexcused > 1)
        .map(|(name, _)| format!("{name}: {}", versions[name].join(", ")))
        .collect();
    assert_none("more than one version; use one, or excuse the older one in deny.toml", &faults);
}

/// Returns true if one of the ways to read an SPDX expression needs allowed licenses only.
/// `MIT/Apache-2.0`, the old way to write OR, is understood.
fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced =
        expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ").replace(" WITH ", "+WITH+");
    let words: Vec<String> = spaced.split_whitespace().map(|word| word.replace("+WITH+", " WITH ")).collect();
    let mut rest = words.as_slice();
    let holds = parse_or(&mut rest, allowed);
    holds && rest.is_empty()
}

/// Terms joined by OR, which binds less than AND.
fn parse_or(words: &mut &[String], allowed: &BTreeSet<String>) -> bool {
    let mut holds = parse_and(words, allowed);
    while let Some(rest) = strip_word(words, "OR") {
        *words = rest;
        holds |= parse_and(words, allowed);
    }
    holds
}

/// Terms joined by AND.
fn parse_and(words: &mut &[String], allowed: &BTreeSet<String>) -> bool {
    let mut holds = one(words, allowed);
    while let Some(rest) = strip_word(words, "AND") {
        *words = rest;
        holds &= one(words, allowed);
    }
    holds
}

/// A license, or an expression in brackets.
fn one(words: &mut &[String], allowed: &BTreeSet<String>) -> bool {
    if let Some(rest) = strip_word(words, "(") {
        *words = rest;
        let holds = parse_or(words, allowed);
        let closed = strip_word(words, ")");
        *words = closed.unwrap_or_default();
        return holds && closed.is_some();
    }
    let Some((license, rest)) = words.split_first() else { return false };
    *words = rest;
    allowed.contains(license)
}

fn strip_word<'a>(words: &&'a [String], expected: &str) -> Option<&'a [String]> {
    words.split_first().filter(|(first, _)| *first == expected).map(|(_, rest)| rest)
}

#[test]
fn license_expressions_are_read_as_spdx_means_them() {
    let allowed: BTreeSet<String> =
        ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].into_iter().map(str::to_owned).collect();
    for expression in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/GPL-3.0",
        "MIT AND ISC",
        "GPL-3.0 OR MIT AND ISC",
        "(GPL-3.0 OR MIT) AND ISC",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
    ] {
        assert!(is_satisfied(expression, &allowed), "{expression}");
    }
    for expression in [
        "", "GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR MIT) AND GPL-3.0", "Apache-2.0", "MIT ISC", "(MIT",
        "MIT AND",
    ] {
        assert!(!is_satisfied(expression, &allowed), "{expression}");
    }
}
