//! The beginning of a file of pages: the length of the outline, and the outline as JSON. The parts follow.

use std::io::Write;

use books::Result;

use crate::outline::BookOutline;

/// Bytes of the number at the beginning: the length of the outline, hexadecimal.
pub const HEADER_BYTES: usize = 16;

pub(crate) fn write_header(outline: &[u8], out: &mut impl Write) -> Result<()> {
    write!(out, "{:0width$x}", outline.len(), width = HEADER_BYTES)?;
    out.write_all(outline)?;
    Ok(())
}

/// The bytes of the outline, from the first [`HEADER_BYTES`] of a file of pages. `None` if these are not its
/// beginning.
pub fn parse_outline_length(number: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(number).ok()?, 16).ok()
}

/// The outline of a file of pages, and the parts, which its [`PartRange`](crate::PartRange)s are of. `None`
/// if it is not such a file.
pub fn split_pages(pages: &[u8]) -> Option<(BookOutline, &[u8])> {
    let (number, rest) = pages.split_at_checked(HEADER_BYTES)?;
    let length = parse_outline_length(number)?.try_into().ok()?;
    let (outline, parts) = rest.split_at_checked(length)?;
    Some((serde_json::from_slice(outline).ok()?, parts))
}

#[cfg(test)]
mod tests {
    use super::{split_pages, write_header};
    use crate::BookOutline;

    #[test]
    fn pages_are_split_as_they_were_written() {
        let outline = BookOutline { title: "Tides".to_owned(), ..BookOutline::default() };
        let mut pages = Vec::new();
        write_header(&serde_json::to_vec(&outline).unwrap(), &mut pages).unwrap();
        let end = pages.len();
        pages.extend(b"<p>parts</p>");
        assert_eq!(split_pages(&pages), Some((outline, b"<p>parts</p>".as_slice())));
        assert_eq!(split_pages(&pages[..end - 1]), None, "half an outline");
        assert_eq!(split_pages(&pages[..10]), None, "half a number");
        assert_eq!(split_pages(b"no number is here: {}"), None);
    }
}
