//! Checks of the output with independent programs (`scripts/look-into-records.py`).

use std::path::{Path, PathBuf};
use std::process::Command;

use domain::Format;
use domain::titles::Metadata;
use domain::wire::WireEnum as _;
use metadata::{Action, Issue, Record, RecordFormat, Successor};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::arbitrary::{SAMPLE_ISBNS, any_record, issue_of, write_all};

/// Output of the script; `None` without the Python packages of the tests (scripts/tools.sh).
fn run_script(kind: &str, bytes: &[u8]) -> Option<Value> {
    let cache = std::env::var_os("OPENSHELF_CACHE")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/openshelf")));
    let python = std::env::var_os("OPENSHELF_TEST_PYTHON").map(PathBuf::from);
    let python = python.or_else(|| Some(cache?.join("venv/bin/python"))).filter(|path| path.exists());
    let Some(python) = python else {
        let required = ["OPENSHELF_TEST_REQUIRE", "CI"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!required, "the Python packages of the tests are missing; `make tools` installs them");
        eprintln!("skipped: the Python packages of the tests are missing; `make tools` installs them");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.xml");
    std::fs::write(&path, bytes).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/look-into-records.py");
    let output = Command::new(python).arg(script).arg(kind).arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// All kinds of titles: any records, announced, in every format, withdrawn, replaced.
fn all_kinds_of_issues() -> Vec<Issue> {
    let mut runner = TestRunner::deterministic();
    let mut all: Vec<Issue> =
        (0..200).map(|_| issue_of(any_record().new_tree(&mut runner).unwrap().current())).collect();
    for (n, one) in all.iter_mut().enumerate() {
        one.record.reference = format!("{n}/{}", one.record.reference);
        one.announced = n % 3 == 0;
        one.music = n % 5 == 0;
        one.formats = Format::ALL[..n % Format::ALL.len()].to_vec();
        if n % 10 == 0 {
            one.record.action = Action::Withdraw;
        }
        let isbn13 = (n % 4 == 0).then(|| SAMPLE_ISBNS[0].to_owned());
        one.successor = (n % 6 == 0).then(|| Successor { reference: "next".into(), isbn13 });
    }
    all.push(issue_of(Record {
        reference: "bare".into(),
        metadata: Metadata { title: "\u{1}".into(), ..Metadata::default() },
        ..Record::default()
    }));
    all
}

#[test]
fn messages_are_valid_by_the_published_schemas() {
    for issues in [all_kinds_of_issues(), Vec::new()] {
        let Some(faults) = run_script("onix", &write_all(RecordFormat::Onix, &issues)) else { return };
        assert_eq!(faults, serde_json::json!([]));
    }
    // A schema that accepts everything would prove nothing.
    let wrong = String::from_utf8(write_all(RecordFormat::Onix, &all_kinds_of_issues()))
        .unwrap()
        .replace(">EA<", ">QQ<");
    assert!(run_script("onix", wrong.as_bytes()).unwrap().as_array().unwrap().len() > 10);
}

#[test]
fn external_marc_readers_find_every_field() {
    let issues = all_kinds_of_issues();
    let Some(found) = run_script("marc", &write_all(RecordFormat::MarcXml, &issues)) else { return };
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), issues.len());
    for (issue, record) in issues.iter().zip(found) {
        let leader = record["leader"].as_str().unwrap();
        let gone = issue.record.action == Action::Withdraw;
        assert_eq!((leader.len(), &leader[5..6] == "d", &leader[18..19]), (24, gone, "c"), "{leader}");
        let fields = record["fields"].as_array().unwrap();
        let of = |tag: &str| fields.iter().filter(|field| field["tag"] == tag).collect::<Vec<_>>();
        assert_eq!(of("001")[0]["data"], issue.record.reference.as_str());
        assert_eq!(of("008")[0]["data"].as_str().unwrap().len(), 40);
        let title: String =
            issue.record.metadata.title.chars().filter(|c| !"\u{1}\u{b}".contains(*c)).collect();
        if !title.is_empty() {
            assert_eq!(of("245")[0]["subfields"][0], serde_json::json!(["a", title]));
        }
        let isbns: Vec<&Value> = of("020").iter().map(|field| &field["subfields"][0][1]).collect();
        let known = issue.record.metadata.isbn13.iter().filter(|_| !gone).collect::<Vec<_>>();
        assert_eq!(isbns, known);
    }
}
