//! Small books of DAISY 3 that are only heard.

use super::zip_files;

/// Duration of the narration of [`talking_book`], milliseconds.
pub const TALKING_BOOK: u64 = 12_000;

/// A book with navigation alone (`audioNCX`), over a recording of at least twelve seconds: title, three
/// headings on two depths, a page whose number is said, one whose number is not, and narration with and
/// without a step around it.
pub fn talking_book(title: &str, recording: &[u8]) -> Vec<u8> {
    let package = format!(
        "<package xmlns=\"http://openebook.org/namespaces/oeb-package/1.0/\" unique-identifier=\"uid\"><metadata>\
         <dc-metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:Title>{title}</dc:Title><dc:Creator>Ada Harbor</dc:Creator>\
         <dc:Language>en</dc:Language><dc:Identifier id=\"uid\">{title}</dc:Identifier></dc-metadata><x-metadata>\
         <meta name=\"dtb:multimediaType\" content=\"audioNCX\"/><meta name=\"dtb:narrator\" content=\"Nora Reader\"/>\
         <meta name=\"dtb:totalTime\" content=\"0:00:12\"/></x-metadata></metadata><manifest>\
         <item id=\"opf\" href=\"book.opf\" media-type=\"text/xml\"/>\
         <item id=\"ncx\" href=\"book.ncx\" media-type=\"application/x-dtbncx+xml\"/>\
         <item id=\"two\" href=\"two.smil\" media-type=\"application/smil\"/>\
         <item id=\"one\" href=\"one.smil\" media-type=\"application/smil\"/>\
         <item id=\"mp3\" href=\"sound.mp3\" media-type=\"audio/mpeg\"/></manifest>\
         <spine><itemref idref=\"one\"/><itemref idref=\"two\"/></spine></package>"
    );
    let label = |text: &str| format!("<navLabel><text>{text}</text></navLabel>");
    let point = |id: &str, text: &str, place: &str, inside: &str| {
        format!("<navPoint id=\"{id}\">{}<content src=\"{place}\"/>{inside}</navPoint>", label(text))
    };
    let page = |text: &str, place: &str| {
        format!(
            "<pageTarget type=\"normal\" value=\"{text}\">{}<content src=\"{place}\"/></pageTarget>",
            label(text)
        )
    };
    let ncx = format!(
        "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\" xml:lang=\"en\"><head/>\
         <docTitle><text>{title}</text></docTitle><navMap>{}{}{}</navMap><pageList>{}{}</pageList></ncx>",
        point("n0", title, "one.smil#t", ""),
        point("n1", "One", "one.smil#a", &point("n2", "Inside", "one.smil#c", "")),
        point("n3", "Two", "two.smil#d", ""),
        page("1", "one.smil#p"),
        page("2", "two.smil#q"),
    );
    let audio = |begin: u32, end: u32| {
        format!("<audio src=\"sound.mp3\" clipBegin=\"{begin}s\" clipEnd=\"0:00:{end:02}\"/>")
    };
    let one = format!(
        "<smil xmlns=\"http://www.w3.org/2001/SMIL20/\"><body><seq id=\"all\"><par id=\"t\">{}</par>\
         <par id=\"a\"><text src=\"book.ncx#n1\"/>{}</par><par id=\"p\" customTest=\"pagenum\">{}</par>\
         <par id=\"b\"><seq>{}{}</seq></par><par id=\"c\">{}</par></seq></body></smil>",
        audio(0, 1),
        audio(1, 3),
        audio(3, 4),
        audio(4, 5),
        audio(5, 6),
        audio(6, 7)
    );
    let two = format!(
        "<smil xmlns=\"http://www.w3.org/2001/SMIL20/\"><body><seq><seq id=\"d\">{}</seq><par id=\"q\">{}</par>{}</seq></body></smil>",
        audio(7, 9),
        audio(9, 11),
        audio(11, 12)
    );
    let text = [("book.opf", package), ("book.ncx", ncx), ("one.smil", one), ("two.smil", two)];
    let files = text.map(|(name, text)| (format!("disc/{name}"), text.into_bytes()));
    zip_files(files.into_iter().chain([("disc/sound.mp3".to_owned(), recording.to_vec())]))
}
