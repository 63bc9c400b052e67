//! Small books of DAISY 2.02.

use super::zip_files;

/// A book with one heading, one page and a recording that nobody can hear; with its text, or only heard.
pub fn daisy202_book(title: &str, with_text: bool) -> Vec<u8> {
    let ncc = format!(
        "<html><head><title>{title}</title><meta name=\"dc:title\" content=\"{title}\"/><meta name=\"dc:creator\" content=\"Ada Harbor\"/>\
         <meta name=\"dc:language\" content=\"en\"/><meta name=\"dc:identifier\" content=\"{title}\"/>\
         <meta name=\"ncc:narrator\" content=\"Nora Reader\"/><meta name=\"ncc:totalTime\" content=\"0:00:06\"/></head><body>\
         <h1 class=\"title\" id=\"t\"><a href=\"one.smil#s1\">{title}</a></h1><h1 id=\"h\"><a href=\"one.smil#s2\">One</a></h1>\
         <span class=\"page-normal\" id=\"p\"><a href=\"one.smil#s3\">1</a></span></body></html>"
    );
    let shown = if with_text { "text.html" } else { "ncc.html" };
    let par = |n: usize, id: &str| {
        let (begin, end) = (2 * n - 2, 2 * n);
        format!(
            "<par id=\"s{n}\"><text src=\"{shown}#{id}\"/><audio src=\"one.mp3\" clip-begin=\"npt={begin}s\" clip-end=\"npt={end}s\"/></par>"
        )
    };
    let smil = format!("<smil><body>{}{}{}</body></smil>", par(1, "t"), par(2, "h"), par(3, "p"));
    let text = format!(
        "<html><body><h1 class=\"title\" id=\"t\">{title}</h1><h1 id=\"h\">One</h1><span class=\"page-normal\" id=\"p\">1</span>\
         <p>The tide came in at six.</p></body></html>"
    );
    let mut files =
        vec![("disc/ncc.html", ncc), ("disc/one.smil", smil), ("disc/one.mp3", "sound".to_owned())];
    if with_text {
        files.push(("disc/text.html", text));
    }
    zip_files(files)
}
