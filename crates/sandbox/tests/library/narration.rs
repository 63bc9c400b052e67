//! The narrated book.

use crate::unpack::{elements_named, parse_xml, unpack_book};

/// Milliseconds of a SMIL clock value `h:mm:ss.mmm`.
fn parse_milliseconds(clock: &str) -> u64 {
    let (hours, rest) = clock.split_once(':').unwrap();
    let (minutes, seconds) = rest.split_once(':').unwrap();
    let (seconds, thousandths) = seconds.split_once('.').unwrap();
    let number = |text: &str| text.parse::<u64>().unwrap();
    ((number(hours) * 60 + number(minutes)) * 60 + number(seconds)) * 1000 + number(thousandths)
}

#[test]
fn clips_follow_one_another_and_end_inside_the_recording() {
    let (title, files) = unpack_book("audio");
    let mut total = 0;
    for (path, smil) in files.texts_with_extension(".smil") {
        let tree = parse_xml(smil);
        let clips: Vec<_> = elements_named(&tree, "audio").collect();
        let time = |at: usize, name: &str| parse_milliseconds(clips[at].attribute(name).unwrap());
        assert_eq!(time(0, "clipBegin"), 0, "{path}");
        for at in 1..clips.len() {
            assert_eq!(time(at, "clipBegin"), time(at - 1, "clipEnd"), "{path}: clip {at}");
        }
        let end = time(clips.len() - 1, "clipEnd");
        let mp3 = format!("EPUB/{}", clips[0].attribute("src").unwrap());
        let bytes = files.files.iter().find(|(name, _)| *name == mp3).unwrap().1.len() as u64;
        // 32 kbit/s are 4 bytes per millisecond.
        assert!(end <= bytes / 4 && bytes / 4 - end < 150, "{path}: {end} of {} ms", bytes / 4);
        total += end;
    }
    assert_eq!(total, title.facts.narration_ms);
    assert!(files.text_of("EPUB/package.opf").contains("property=\"media:duration\""));
}

#[test]
fn every_sentence_is_spoken_once() {
    let (_, files) = unpack_book("audio");
    for (path, smil) in files.texts_with_extension(".smil") {
        let spoken: Vec<String> = elements_named(&parse_xml(smil), "text")
            .map(|text| text.attribute("src").unwrap().split_once('#').unwrap().1.to_owned())
            .collect();
        let page = parse_xml(files.text_of(&path.replace(".smil", ".xhtml")));
        let written: Vec<String> = page
            .descendants()
            .filter(|node| matches!(node.tag_name().name(), "span" | "h1"))
            .filter_map(|node| node.attribute("id").map(str::to_owned))
            .collect();
        assert_eq!(spoken, written, "{path}");
        let loose =
            page.descendants().filter(|node| node.tag_name().name() == "p").flat_map(|p| p.children());
        for text in loose.filter(roxmltree::Node::is_text) {
            assert!(text.text().unwrap().trim().is_empty(), "{path}: text outside a sentence");
        }
    }
}

#[test]
fn the_recordings_are_small() {
    let (_, files) = unpack_book("audio");
    let bytes: usize = files
        .files
        .iter()
        .filter(|(name, _)| name.starts_with("EPUB/audio/"))
        .map(|(_, bytes)| bytes.len())
        .sum();
    assert!(bytes > 500_000 && bytes < 1_500_000, "{bytes}");
}
