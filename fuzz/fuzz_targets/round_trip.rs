//! Any bytes, read as a table; whatever title that is, it is written in every format and read again.

#![no_main]

use domain::wire::WireEnum as _;
use jiff::Timestamp;
use metadata::{Issue, Kind, Record, RecordFormat, RecordWriter, Sender, read_records};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(entries) = read_records(Kind::Csv, bytes) else { return };
    for record in entries.flatten().filter_map(|entry| entry.result.ok()) {
        for output in RecordFormat::ALL {
            let back = there_and_back(*output, &record);
            assert_eq!((back.reference.as_str(), back.action), (record.reference.as_str(), record.action));
            if *output == RecordFormat::Csv {
                assert_eq!(back, record);
            }
        }
    }
});

fn there_and_back(output: RecordFormat, record: &Record) -> Record {
    let now = Timestamp::UNIX_EPOCH;
    let issue = Issue {
        record: record.clone(),
        announced: false,
        music: false,
        formats: Vec::new(),
        created: now,
        changed: now,
        successor: None,
    };
    let sender = Sender { name: String::new(), sent_at: now };
    let mut writer = RecordWriter::new(output, Vec::new(), &sender).unwrap();
    writer.write_record(&issue).unwrap();
    let bytes = writer.finish().unwrap();
    let kind = match output {
        RecordFormat::Onix => Kind::Onix,
        RecordFormat::MarcXml => Kind::MarcXml,
        RecordFormat::Csv => Kind::Csv,
    };
    let mut entries: Vec<_> = read_records(kind, bytes.as_slice()).unwrap().map(Result::unwrap).collect();
    assert_eq!(entries.len(), 1);
    entries.remove(0).result.unwrap()
}
