//! Descriptions are plain text. Atom has a field for HTML, which gets the same with paragraphs.

use quick_xml::escape::escape;

/// Text as HTML with nothing but paragraphs, which blank lines separate, and line breaks. `None` for blank
/// text.
pub(crate) fn to_html(text: &str, language: Option<&str>) -> Option<String> {
    let open = language.map_or_else(|| "<p>".to_owned(), |tag| format!("<p lang=\"{}\">", escape(tag)));
    let (mut all, mut inside) = (String::new(), false);
    for line in text.lines().map(str::trim) {
        match (line.is_empty(), inside) {
            (true, true) => all += "</p>",
            (true, false) => {}
            (false, true) => all = all + "<br/>" + &escape(line),
            (false, false) => all = all + &open + &escape(line),
        }
        inside = !line.is_empty();
    }
    if inside {
        all += "</p>";
    }
    (!all.is_empty()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::to_html;

    #[test]
    fn blank_lines_divide_paragraphs_and_nothing_is_markup() {
        let text = "\nOne & two,\r\nthree.\n \n\n<script>alert(\"4\")</script>\n\n";
        assert_eq!(
            to_html(text, Some("en")).unwrap(),
            "<p lang=\"en\">One &amp; two,<br/>three.</p>\
             <p lang=\"en\">&lt;script&gt;alert(&quot;4&quot;)&lt;/script&gt;</p>"
        );
        assert_eq!(to_html("One", None).unwrap(), "<p>One</p>");
        assert_eq!(to_html(" \n\n", Some("en")), None);
    }
}
