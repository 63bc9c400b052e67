use domain::titles::{ContentWarning, UsageRestriction};

use super::*;
use crate::entry::{Broken, Entry};
use crate::record::Action;

const SEED: &str = include_str!("../../seeds/titles.csv");

fn read(text: &[u8]) -> Result<Vec<Entry>, Broken> {
    Table::new(text)?.collect()
}

#[test]
fn a_row_becomes_a_record() {
    let all = read(SEED.as_bytes()).unwrap();
    let record = all[0].result.as_ref().unwrap();
    let m = &record.metadata;
    assert_eq!((record.reference.as_str(), m.title.as_str()), ("a-1", "The Tide"));
    let people: Vec<_> = m.contributors.iter().map(|c| (c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(people, [("Ada Harbor", "Harbor, Ada"), ("Jan Dijk", "Dijk, Jan")]);
    assert_eq!(
        (m.isbn13.as_deref(), m.languages.as_slice()),
        (Some("9780306406157"), &["eng".into(), "deu".into()][..])
    );
    assert_eq!(record.subjects.len(), 3);
    assert_eq!((m.grades.len(), m.content_warnings.as_slice()), (2, &[ContentWarning::Violence][..]));
    assert_eq!(record.usage, Some(UsageRestriction::Copyright));
    assert!(record.territory.as_ref().unwrap().worldwide);
    assert_eq!(m.synopsis.as_deref(), Some("Two lines, one text"));
}

#[test]
fn faulty_rows_are_named_with_all_their_faults() {
    let all = read(SEED.as_bytes()).unwrap();
    assert_eq!((all[1].line, all[1].reference.as_str()), (4, "a-2"));
    assert_eq!(all[1].result.as_ref().unwrap_err(), "title: is required");
    let said = all[2].result.as_ref().unwrap_err();
    for fault in
        ["isbn13: is not an ISBN", "languages: xxx", "grades: 99", "usageRestriction:", "availableWorldwide:"]
    {
        assert!(said.contains(fault), "{fault} in {said}");
    }
    let all = read(b"reference,title\nr\nr,t,u\nr,\xff\nr,t\n").unwrap();
    let reasons: Vec<_> = all.iter().map(|entry| entry.result.as_ref().err().map(String::as_str)).collect();
    let columns = |n| format!("{n} columns where the first line has 2");
    let (one, three) = (columns(1), columns(3));
    assert_eq!(reasons, [Some(one.as_str()), Some(three.as_str()), Some("not in UTF-8"), None]);
}

#[test]
fn people_and_subjects_have_more_than_one_form() {
    let all = read(
        b"reference,title,authors,categories,bisacCategories,availableWorldwide\n\
          r,t,Homer; Keepers of Light |; Ada H. | H.; |; x\\;y,\"Tea, Sea\\; More; History\",FIC028000 FICTION / General; ABC,false\n",
    )
    .unwrap();
    let record = all[0].result.as_ref().unwrap();
    let people: Vec<_> = record
        .metadata
        .contributors
        .iter()
        .map(|c| (c.display_name.as_str(), c.index_name.as_deref()))
        .collect();
    assert_eq!(people, [("Homer", None), ("Keepers of Light", None), ("Ada H.", Some("H.")), ("x;y", None)]);
    let subjects: Vec<_> = record.subjects.iter().map(|s| (s.code.as_deref(), s.name.as_deref())).collect();
    assert_eq!(
        subjects,
        [
            (None, Some("Tea, Sea; More")),
            (None, Some("History")),
            (Some("FIC028000"), Some("FICTION / General")),
            (Some("ABC"), None),
        ]
    );
    assert_eq!(record.territory, Some(domain::titles::Territory::default()), "said to be closed");
    let odd = read("reference,title\na\u{1},t\nb\u{ffff},t\n".as_bytes()).unwrap();
    assert!(odd.iter().all(|entry| entry.result.as_ref().is_err_and(|reason| reason.contains("control"))));
}

#[test]
fn a_row_can_withdraw_its_title() {
    let all = read(b"Reference,ACTION,title\nr,withdraw,\nr,burn,x\n").unwrap();
    assert_eq!(all[0].result.as_ref().unwrap().action, Action::Withdraw);
    assert!(all[1].result.as_ref().unwrap_err().contains("action"));
}

#[test]
fn other_files_are_refused() {
    let reason = |text: &[u8]| read(text).unwrap_err().reason;
    assert!(reason(b"").contains("empty"));
    assert!(reason(b"reference,title,price\n").contains("no column price"));
    assert!(reason(b"reference\n").contains("title"));
    assert!(reason(b"title,reference,Title\n").contains("twice"));
    let lost = format!("reference,title\nr,\"x\n{}", "r,t\n".repeat(400_000));
    assert!(reason(lost.as_bytes()).contains("quotation mark"));
}
