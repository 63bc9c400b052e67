//! Small scores.

use super::zip_files;

/// A tune of one bar for an oboe, in D minor, by Ada Harbor with words by Jo Marsh; without a title when that
/// is empty.
pub fn score_xml(title: &str) -> String {
    let work = if title.is_empty() {
        String::new()
    } else {
        format!("<work><work-title>{title}</work-title></work>")
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE score-partwise PUBLIC \"-//Recordare//DTD MusicXML 4.0 Partwise//EN\" \
         \"http://www.musicxml.org/dtds/partwise.dtd\"><score-partwise version=\"4.0\">{work}<identification>\
         <creator type=\"composer\">Ada Harbor</creator><creator type=\"lyricist\">Jo Marsh</creator>\
         <rights>Copyright 1999 The Port</rights></identification><part-list><score-part id=\"P1\">\
         <part-name>Oboe</part-name></score-part></part-list><part id=\"P1\"><measure number=\"1\"><attributes><key>\
         <fifths>-1</fifths><mode>minor</mode></key></attributes><note><pitch><step>D</step><octave>5</octave></pitch>\
         <duration>4</duration><voice>1</voice><type>whole</type></note></measure></part></score-partwise>"
    )
}

/// The tune of [`score_xml`] as a compressed file (`.mxl`).
pub fn packed_score(title: &str) -> Vec<u8> {
    let container = "<container><rootfiles><rootfile full-path=\"tune.musicxml\"/></rootfiles></container>";
    zip_files([("META-INF/container.xml", container), ("tune.musicxml", &score_xml(title))])
}
