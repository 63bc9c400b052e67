//! A comic of fixed layout, whose text is drawn.

use std::fmt::Write as _;

use super::EpubBuilder;

/// The words of the comic, line by line: each pair is a balloon.
const BALLOON_LINES: [[&str; 2]; 12] = [
    ["The harbor lamp went out", "before the ferry came."],
    ["Nobody in Anstey", "had ever seen it dark."],
    ["Quick, fetch the keeper", "and bring dry matches!"],
    ["He climbed ninety steps", "with a bucket of oil."],
    ["Thirty waves broke over", "the old granite pier."],
    ["Is anybody out there", "on such a night?"],
    ["A bell answered faintly", "from behind the rocks."],
    ["Hold on, captain,", "we shall have light!"],
    ["The wick caught at last,", "yellow and then white."],
    ["Passengers cheered loudly", "along the whole deck."],
    ["Every window of the town", "glittered in the rain."],
    ["Tomorrow we buy matches", "by the barrel."],
];

/// A comic of twelve drawn pages, with no text other than the drawings, and its words in reading order.
/// The letters of some balloons are kerned one by one, a noise is turned, a page number is a link, and one
/// page shows a drawing of another file.
pub fn drawn_comic() -> (Vec<u8>, Vec<String>) {
    let mut book = EpubBuilder::new("The Dark Lamp").metadata(
        "<meta property=\"rendition:layout\">pre-paginated</meta><meta property=\"rendition:spread\">none</meta>",
    );
    let mut words: Vec<String> = Vec::new();
    for (n, [first, second]) in BALLOON_LINES.iter().enumerate() {
        let (number, noise) = (n + 1, format!("Krrk{}", n + 1));
        let spoken = format!("Scene{number} begins {first} {second} {noise} Yes, she said");
        words.extend(
            spoken.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned),
        );
        let drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 800\" width=\"600\" height=\"800\" font-size=\"20\">\
             <rect width=\"600\" height=\"800\" fill=\"#eef\"/><circle cx=\"300\" cy=\"400\" r=\"90\"/>\
             <text x=\"20\" y=\"40\">Scene{number} begins</text>\
             <g><ellipse cx=\"200\" cy=\"140\" rx=\"180\" ry=\"60\" fill=\"none\"/><text><tspan x=\"60\" y=\"120\">{first}</tspan>\
             <tspan x=\"60\" y=\"145\">{second}</tspan></text></g>\
             <text x=\"300\" y=\"400\" transform=\"rotate(-30 300 400)\">{noise}</text>\
             <g><text y=\"700\">{}</text></g></svg>",
            kern_letters("Yes, she said")
        );
        if number == 7 {
            book = book.file("seventh.svg", "image/svg+xml", drawing.as_bytes()).chapter(
                "",
                "<div><object data=\"seventh.svg\" type=\"image/svg+xml\" width=\"600\" height=\"800\"></object></div>",
            );
        } else {
            book = book.chapter("", &format!("<div>{drawing}</div>"));
        }
    }
    let parts = book.parts().into_iter().map(|(path, bytes)| {
        let is_page = path.contains("chapter");
        let viewport = "<head><meta name=\"viewport\" content=\"width=600, height=800\"/>";
        match String::from_utf8(bytes) {
            Ok(text) if is_page => (path, text.replace("<head>", viewport).into_bytes()),
            Ok(text) => (path, text.into_bytes()),
            Err(error) => (path, error.into_bytes()),
        }
    });
    (super::zip_files(parts), words)
}

/// Each letter in a place of its own, as wide as in Arial.
fn kern_letters(text: &str) -> String {
    let mut out = String::new();
    let mut x = 100.0;
    for c in text.chars() {
        let ems = match c {
            ' ' | ',' => 0.28,
            'i' => 0.22,
            'Y' => 0.64,
            's' => 0.5,
            _ => 0.55,
        };
        if c != ' ' {
            // Writing to a string cannot fail.
            let _ = write!(out, "<tspan x=\"{x:.2}\">{c}</tspan>");
        }
        x += ems * 20.0;
    }
    out
}
