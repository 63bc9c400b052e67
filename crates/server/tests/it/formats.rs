//! Every title of the sandbox in the formats that it offers, downloaded by a user who may have it, and
//! validated by outside tools (docs/rules/sandbox.md#rule-5: "every title opens in every format that it
//! offers").

use std::collections::BTreeMap;

use books::brf::Settings;
use books::testkit::{
    audio_tools, faults_of_audio, faults_of_braille, faults_of_formulas, inspect_docx, run_epubcheck,
    validate_daisy,
};
use serde_json::{Value, json};
use speech::Engine as _;

use crate::one;
use crate::support::{Sandbox, package, read_zip, repeat_until_packaged, report_missing};

/// The titles that are heard, too: speaking a book takes longer than writing it in all other formats.
const AUDIO_TITLES: [&str; 1] = ["audio"];

/// Formats in which each third title is fetched; `scripts/samples.sh --own` makes all of them.
const SAMPLED_FORMATS: [&str; 3] = ["PDF", "BRF", "DOCX"];

/// The users who fetch a title, in this order: the first who may have it does.
const READERS: [&str; 6] =
    ["individual", "orgMember", "labIndividual", "collectionAssistant", "labAssistant", "administrator"];

/// A package of a title, for a user with access, and whether it is watermarked.
async fn fetch(sandbox: &Sandbox, tokens: &BTreeMap<&str, String>, path: &str) -> (String, Vec<u8>) {
    let as_guest = repeat_until_packaged(async || sandbox.guest(path)).await;
    if as_guest.status == 302 {
        return ("guest".to_owned(), package(sandbox, None, path).await);
    }
    let mut refusals = Vec::new();
    for reader in READERS {
        let token = &tokens[reader];
        let reply = repeat_until_packaged(async || sandbox.guest(path).bearer(token)).await;
        if reply.status == 302 {
            return (reader.to_owned(), package(sandbox, Some(token), path).await);
        }
        refusals.push(format!("{reader}: {}", reply.json["key"]));
    }
    panic!("nobody may have {path}: {refusals:?}");
}

/// Returns true if qpdf finds no fault.
fn qpdf_is_content(pdf: &[u8]) -> bool {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), pdf).expect("a temporary file");
    let run = std::process::Command::new("qpdf").arg("--check").arg(file.path()).output();
    report_missing(run.ok(), "qpdf").is_none_or(|output| output.status.success())
}

one! {
    async fn every_title_passes_the_validators_in_every_format(sandbox: Sandbox) {
        let mut tokens = BTreeMap::new();
        for reader in READERS {
            tokens.insert(reader, sandbox.token(reader).await);
        }
        let titles = sandbox.demo["titles"].as_object().unwrap().clone();
        assert!(titles.len() >= 16, "{titles:?}");
        let engine = speech::Command::espeak().check().ok();
        let can_speak = audio_tools() && report_missing(engine, "espeak-ng").is_some();
        let (mut epubs, mut fetched) = (Vec::new(), 0);
        // In EPUB and in DAISY.
        let mut formulas = [0, 0];
        for (number, (name, id)) in titles.iter().enumerate() {
            let path = format!("/v2/titles/{id}");
            let seen = sandbox.guest(&path).bearer(&tokens["administrator"]).send().await.expect_status(200);
            let formats = seen.json["formats"].as_array().unwrap();
            assert!(!formats.is_empty(), "{name} offers no format");
            for format in formats {
                let format = format["formatId"].as_str().unwrap();
                let heard = ["DAISY_AUDIO", "DAISY_2_AUDIO"].contains(&format);
                if heard && !(AUDIO_TITLES.contains(&name.as_str()) && can_speak) {
                    continue;
                }
                if SAMPLED_FORMATS.contains(&format) && number % 3 != 0 {
                    continue;
                }
                let (reader, bytes) = fetch(sandbox, &tokens, &format!("{path}/{format}")).await;
                let what = format!("{name} in {format} for {reader}");
                if format == "PDF" {
                    assert!(bytes.starts_with(b"%PDF-") && qpdf_is_content(&bytes), "{what}");
                    fetched += 1;
                    continue;
                }
                let files = read_zip(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
                fetched += 1;
                match format {
                    "EPUB3" => {
                        let in_file = |bytes: &[u8]| String::from_utf8_lossy(bytes).matches("<math ").count();
                        formulas[0] += files.iter().map(|(_, bytes)| in_file(bytes)).sum::<usize>();
                        epubs.push((what, bytes));
                    }
                    "DAISY" => {
                        let problems = report_missing(validate_daisy(&bytes), "the validator of DAISY");
                        assert_eq!(problems.unwrap_or_default(), Vec::<String>::new(), "{what}");
                        let (found, faults) = faults_of_formulas(&bytes);
                        assert_eq!(faults, Vec::<String>::new(), "{what}");
                        formulas[1] += found;
                    }
                    "DAISY_AUDIO" | "DAISY_2_AUDIO" => {
                        assert_eq!(faults_of_audio(&bytes), Vec::<String>::new(), "{what}");
                    }
                    "BRF" => {
                        assert_eq!(faults_of_braille(&bytes, Settings::default()), Vec::<String>::new(), "{what}");
                    }
                    "DOCX" => {
                        let Some(found) = report_missing(inspect_docx(&bytes), "python-docx") else { continue };
                        let headings = found["headings"].as_array().unwrap();
                        assert!(!headings.is_empty() && found["unknown_styles"] == json!([]), "{what}: {found}");
                        assert_eq!(found["jumps"], json!([]), "{what}: links that lead nowhere");
                        assert!(found["alternatives"].as_array().unwrap().iter().all(Value::is_string), "{what}");
                    }
                    other => panic!("{what}: no validator is known for {other}"),
                }
            }
        }
        assert!(fetched >= 2 * titles.len(), "EPUB3 and DAISY of each: {fetched}");
        // One of the books is about numbers.
        assert!(formulas[0] > 40 && formulas[0] == formulas[1], "MathML in EPUB and in DAISY: {formulas:?}");
        for (what, problems) in report_missing(run_epubcheck(&epubs), "epubcheck").into_iter().flatten() {
            assert!(problems.is_empty(), "{what}: {problems:#?}");
        }
    }
}
