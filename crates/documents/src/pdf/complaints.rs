//! Error messages of the program that reads the text layer. They show what it leaves out.

use std::collections::BTreeSet;
use std::ops::Range;

use books::report::FindingKind;

use crate::error::Result;
use crate::tool::PDFTOTEXT;
use crate::work::DocumentWork;

use super::{INPUT_FILE, WHOLE_DOCUMENT};

/// Parts of complaints about content of a page that cannot be read: it is missing, and often all after it.
const LOSS_MESSAGES: [&str; 7] = [
    LOST_TEXT_MESSAGE, "Unterminated string", "Unknown filter", "in flate stream", "Bad LZW stream",
    "XObject '", "Weird page contents",
];
/// The complaint about text whose characters only the package `poppler-data` names.
const MISSING_MAP_MESSAGE: &str = "Missing language pack";
/// The complaint about text that is left out because its font is unknown.
const LOST_TEXT_MESSAGE: &str = "No font in show";
/// Beginning of the complaint about a font that nothing defines, before its name.
const UNDEFINED_FONT_MESSAGE: &str = "Unknown font tag '";
/// Maximum number of such fonts.
const MAX_UNDEFINED_FONTS: usize = 100;
/// Maximum number of pages that are read one by one to find what a complaint is about.
const MAX_SINGLE_PAGES: usize = 200;

/// The complaints about a document.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    /// Names of fonts that pages use and nothing defines.
    pub(super) undefined_fonts: BTreeSet<String>,
    /// True if names of Chinese, Japanese or Korean characters are needed that are not installed.
    pub(super) lacks_maps: bool,
    /// Pages that may have content that cannot be read, from 0.
    suspect_pages: Vec<usize>,
}

impl Complaints {
    /// Adds the complaints about these pages.
    pub(super) fn add_batch(&mut self, pages: Range<usize>, complaints: &str) {
        self.lacks_maps |= complaints.contains(MISSING_MAP_MESSAGE);
        if complaints.contains(LOST_TEXT_MESSAGE) {
            let room = MAX_UNDEFINED_FONTS.saturating_sub(self.undefined_fonts.len());
            self.undefined_fonts.extend(find_undefined_fonts(complaints).map(str::to_owned).take(room));
        }
        if find_loss(complaints).is_some() {
            self.suspect_pages.extend(pages);
        }
    }

    /// Reports the pages whose content cannot be read. Which pages have lost something is found by reading
    /// each again.
    pub(super) fn report_losses(&self, work: &mut DocumentWork<'_>) -> Result<()> {
        let mut losses = Vec::new();
        for number in self.suspect_pages.iter().take(MAX_SINGLE_PAGES) {
            let page = (number + 1).to_string();
            let run = work.run_program(PDFTOTEXT, &["-f", &page, "-l", &page, INPUT_FILE, "page.txt"])?;
            work.remove_file("page.txt");
            losses.extend(find_loss(&run.complaints).map(|loss| format!("page {page}: {loss}")));
        }
        for loss in losses {
            work.reporter().report(FindingKind::DamagedFile, WHOLE_DOCUMENT, &loss);
        }
        Ok(())
    }
}

/// The names of fonts that nothing defines, without the slash. Names with escapes are not known for certain.
fn find_undefined_fonts(complaints: &str) -> impl Iterator<Item = &str> {
    let names = complaints.split(UNDEFINED_FONT_MESSAGE).skip(1);
    names.filter_map(|rest| {
        let (name, _) = rest.split_once('\'')?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
        (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
    })
}

/// The first complaint about content that is lost, without its position in the file.
fn find_loss(complaints: &str) -> Option<&str> {
    let mut errors = complaints.lines().filter(|line| line.starts_with("Syntax Error"));
    let mut causes = errors.clone().filter(|line| line.contains(MISSING_MAP_MESSAGE));
    let line = errors.find(|line| LOSS_MESSAGES.iter().any(|message| line.contains(message)))?;
    let line = causes.next().filter(|_| line.contains(LOST_TEXT_MESSAGE)).unwrap_or(line);
    Some(line.split_once(": ").map_or(line, |(_, message)| message).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_name_fonts_and_losses() {
        let all = "Syntax Warning: Unknown font type: '???'\nSyntax Error: Unknown font tag 'F9'\n\
                   Syntax Error (12): Unknown font tag 'T1_0'\nSyntax Error: Unknown font tag 'a<20>b'\n\
                   Syntax Error: No font in show\nSyntax Error (352): Unknown filter 'FooDecode'\n";
        assert_eq!(find_undefined_fonts(all).collect::<Vec<_>>(), ["F9", "T1_0"]);
        assert_eq!(find_loss(all), Some("No font in show"));
        let filter = all.lines().last().unwrap_or_default();
        assert_eq!(find_loss(filter), Some("Unknown filter 'FooDecode'"));
        let unnamed = format!("Syntax Error: Missing language pack for 'Adobe-Japan1' mapping\n{all}");
        assert_eq!(find_loss(&unnamed), Some("Missing language pack for 'Adobe-Japan1' mapping"));
        for other in ["", "Syntax Warning: Unterminated string", "Syntax Error (392): Unknown operator '>>'"]
        {
            assert_eq!(find_loss(other), None, "{other}");
        }
    }
}
