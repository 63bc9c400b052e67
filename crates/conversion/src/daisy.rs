//! Recognizes the files of a DAISY book by their names and beginnings.

pub use books::daisy::is_navigation_center;

/// Bytes by which a file is recognized.
pub const HEAD_BYTES: u64 = 64 << 10;

/// Returns true if a file begins like a `DTBook` text, in any encoding of Unicode.
pub fn is_dtbook(beginning: &[u8]) -> bool {
    let plain: Vec<u8> = beginning.iter().copied().filter(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&plain).contains("<dtbook")
}

/// Returns true if a package document belongs to a DAISY 3 book.
pub fn is_package_document(beginning: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(beginning);
    ["x-dtbook", "x-dtbncx", "Z39.86"].iter().any(|word| beginning.contains(word))
}
