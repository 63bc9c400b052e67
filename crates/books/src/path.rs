//! Paths inside a package: always relative, `/` between segments, no `.` or `..` left in them.

use std::borrow::Cow;

/// Extensions of documents of HTML and XHTML.
const HTML_EXTENSIONS: [&str; 3] = ["xhtml", "html", "htm"];

/// Returns true if an entry's name stays inside the folder that a container is unpacked into.
pub(crate) fn is_safe(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('/')
        && !name.contains(['\\', '\0'])
        && name.as_bytes().get(1) != Some(&b':')
        && !name.split('/').any(|segment| segment == "..")
}

/// The name of an entry as a path of the package: `\` is `/`; `./` and a slash at its beginning, and zeros at
/// its end, do not count. `None` for a name that leads out of the container, on any operating system.
pub(crate) fn from_entry_name(name: &str) -> Option<String> {
    let slashed = name.trim_end_matches('\0').replace('\\', "/");
    let segments: Vec<&str> =
        slashed.split('/').filter(|segment| !segment.is_empty() && *segment != ".").collect();
    let path = segments.join("/");
    is_safe(&path).then_some(path)
}

/// A reference split into path and fragment, both percent-decoded. As in the URL standard, `\` is `/`, and
/// the parent of the container's root is the root. `None` for an absolute address (with a scheme), and for a
/// path that no file can have.
pub fn resolve(from: &str, href: &str) -> Option<(String, Option<String>)> {
    let href = trim_href(href);
    if has_scheme(&href) || href.starts_with("//") {
        return None;
    }
    let (path, fragment) = split_fragment(&href);
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    if path.is_empty() {
        return Some((from.to_owned(), fragment));
    }
    Some((join_path(folder(from), &percent_decode(path))?, fragment))
}

/// Returns true if a reference has more `..` than there are folders above it.
pub(crate) fn climbs_above_root(from: &str, href: &str) -> bool {
    let path = href.split(['#', '?']).next().unwrap_or_default();
    let mut depth = folder(from).split('/').filter(|segment| !segment.is_empty()).count();
    for segment in percent_decode(path).split(['/', '\\']) {
        match segment.trim() {
            "" | "." => {}
            ".." if depth == 0 => return true,
            ".." => depth -= 1,
            _ => depth += 1,
        }
    }
    false
}

/// Paths that the author of a reference may have meant if [`resolve`] leads to no file, most likely first:
/// escaped twice or not at all, with `?` or `#` in the name, with `+` for a space, in an old encoding, below
/// one of the folders above, or a document with another extension.
pub(crate) fn other_readings(from: &str, href: &str) -> Vec<(String, Option<String>)> {
    let href = trim_href(href);
    let (path, fragment) = split_fragment(&href);
    let bare = path.split_once('?').map_or(path, |(path, _)| path);
    let folder = folder(from);
    let mut readings = Vec::new();
    let mut add = |folder: &str, path: &str, fragment: &Option<String>| {
        readings.extend(join_path(folder, path).map(|path| (path, fragment.clone())));
    };
    let once = percent_decode(bare);
    add(folder, &percent_decode(&once), &fragment);
    add(folder, bare, &fragment);
    add(folder, &percent_decode(path), &fragment);
    if bare.contains('+') {
        add(folder, &percent_decode(&bare.replace('+', " ")), &fragment);
    }
    if bare.contains('%') {
        let bytes = decode_bytes(bare);
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        add(folder, &text, &fragment);
    }
    if href.contains('#') {
        add(folder, &percent_decode(&href), &None);
    }
    let (is_absolute, once) = (once.starts_with(['/', '\\']), once.trim_start_matches(['/', '\\']));
    let mut above = folder;
    while !above.is_empty() && !once.is_empty() {
        if is_absolute {
            add(above, once, &fragment);
        }
        above = self::folder(above);
        if !is_absolute {
            add(above, once, &fragment);
        }
    }
    if let Some((stem, _)) = once.rsplit_once('.').filter(|_| is_html(once)) {
        for extension in HTML_EXTENSIONS {
            add(folder, &format!("{stem}.{extension}"), &fragment);
        }
    }
    readings
}

/// A reference without white space around it and without line breaks in it, as the URL standard says.
fn trim_href(href: &str) -> Cow<'_, str> {
    let href = href.trim();
    if href.contains(['\t', '\n', '\r']) {
        Cow::Owned(href.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(href)
    }
}

fn split_fragment(href: &str) -> (&str, Option<String>) {
    match href.split_once('#') {
        Some((path, fragment)) => (path, Some(percent_decode(fragment)).filter(|f| !f.is_empty())),
        None => (href, None),
    }
}

/// A decoded path that begins in a folder. `None` for one that no file can have.
fn join_path(folder: &str, path: &str) -> Option<String> {
    let mut segments: Vec<&str> = Vec::new();
    if !path.starts_with(['/', '\\']) {
        segments.extend(folder.split('/').filter(|segment| !segment.is_empty()));
    }
    for segment in path.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            // The parent of the root is the root.
            ".." => drop(segments.pop()),
            _ => segments.push(segment),
        }
    }
    let joined = segments.join("/");
    is_safe(&joined).then_some(joined)
}

/// The folder of a path, without a slash at its end; empty at the root.
pub fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// A path in the folder of a file.
pub(crate) fn sibling_path(file: &str, name: &str) -> String {
    format!("{}{name}", &file[..file.len() - file_name(file).len()])
}

/// `path` as a reference from a file in the folder of `from`.
pub fn relative_href(from: &str, path: &str) -> String {
    let base: Vec<&str> = folder(from).split('/').filter(|s| !s.is_empty()).collect();
    let target: Vec<&str> = path.split('/').collect();
    let common = base.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let common = common.min(target.len().saturating_sub(1));
    let mut out = "../".repeat(base.len() - common);
    for (n, segment) in target[common..].iter().enumerate() {
        if n > 0 {
            out.push('/');
        }
        encode_into(&mut out, segment);
    }
    out
}

/// Returns true if a reference begins with a scheme (`http:`, `mailto:`).
pub(crate) fn has_scheme(href: &str) -> bool {
    href.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// Returns true if a reference contains what it leads to (`data:`), of a type that begins so: `image/`.
pub(crate) fn is_data(href: &str, media_type: &str) -> bool {
    const SCHEME: &str = "data:";
    let begins_with = |text: &str, start: &str| {
        text.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
    };
    begins_with(href, SCHEME) && begins_with(&href[SCHEME.len()..], media_type)
}

/// The part of a path after its last slash.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The part of a file name after its last dot, in lower case.
pub fn extension(path: &str) -> String {
    let extension = file_name(path).rsplit_once('.');
    extension.map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
}

/// Returns true if a name is that of a document of HTML or XHTML.
pub(crate) fn is_html(path: &str) -> bool {
    HTML_EXTENSIONS.contains(&extension(path).as_str())
}

/// A percent-decoded text; unchanged if the bytes are not UTF-8.
pub(crate) fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    String::from_utf8(decode_bytes(text)).unwrap_or_else(|_| text.to_owned())
}

fn decode_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |n: usize| bytes.get(at + n).and_then(|b| char::from(*b).to_digit(16));
        match (bytes[at], hex(1), hex(2)) {
            (b'%', Some(high), Some(low)) => {
                // Two hexadecimal digits never exceed a byte.
                out.push(u8::try_from(high * 16 + low).unwrap_or_default());
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

fn encode_into(out: &mut String, segment: &str) {
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            push_percent_encoded(out, byte);
        }
    }
}

pub(crate) fn push_percent_encoded(out: &mut String, byte: u8) {
    out.push('%');
    for digit in [byte >> 4, byte & 15] {
        out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn resolved_path(from: &str, href: &str) -> Option<String> {
        resolve(from, href).map(|(path, _)| path)
    }

    #[test]
    fn references_resolve_against_the_folder_of_their_file() {
        assert_eq!(resolved_path("OEBPS/text/a.xhtml", "../img/b%20c.png"), Some("OEBPS/img/b c.png".into()));
        assert_eq!(resolved_path("a.opf", "text/b.xhtml"), Some("text/b.xhtml".into()));
        assert_eq!(resolve("t/a.xhtml", "#p%C3%A9"), Some(("t/a.xhtml".into(), Some("pé".into()))));
    }

    #[test]
    fn references_to_other_places_resolve_to_nothing() {
        for href in ["http://example.org/a", "mailto:a@b", "//host/a", "C:\\a", "a%00b", "..", "/"] {
            assert_eq!(resolved_path("t/a.xhtml", href), None, "{href}");
        }
    }

    #[test]
    fn the_parent_of_the_root_is_the_root() {
        for href in [
            "../../a/b", "..\\..\\..\\a\\b", "%2e%2e/../a/b", "/../a/b", "../..%2Fa/b", "\\a\\b",
            "../a/./\nb ",
        ] {
            assert_eq!(resolved_path("t/a.xhtml", href), Some("a/b".into()), "{href}");
        }
        assert!(climbs_above_root("t/a.xhtml", "../../a") && climbs_above_root("a.xhtml", "b/..%2f../c"));
        assert!(!climbs_above_root("t/a.xhtml", "../a") && !climbs_above_root("a.xhtml", "b/../c#../.."));
    }

    #[test]
    fn references_have_other_readings() {
        for (href, wanted) in [
            ("a%2520b.png", "t/a b.png"),
            ("a%20b.png", "t/a%20b.png"),
            ("a+b.png", "t/a b.png"),
            ("a?b.png", "t/a?b.png"),
            ("c#.png", "t/c#.png"),
            ("%E9.png", "t/\u{e9}.png"),
            ("/b.png", "t/b.png"),
            ("i/b.png", "i/b.png"),
            ("b.html#c", "t/b.xhtml"),
            ("../b%20c.XHTML", "b c.htm"),
        ] {
            assert!(other_readings("t/a.xhtml", href).iter().any(|(path, _)| path == wanted), "{href}");
        }
    }

    #[test]
    fn names_of_entries_become_paths() {
        for (name, path) in [
            ("a\\b.txt", Some("a/b.txt")),
            ("./a//b.txt", Some("a/b.txt")),
            ("/a", Some("a")),
            ("a\0\0", Some("a")),
            ("../a", None),
            ("a\\..\\b", None),
            ("C:\\a", None),
            ("a\0b", None),
            ("", None),
        ] {
            assert_eq!(from_entry_name(name).as_deref(), path, "{name:?}");
        }
    }

    #[test]
    fn unsafe_entry_names() {
        for name in ["", "/a", "../a", "a/../b", "a\\b", "C:/a", "a\0b"] {
            assert!(!is_safe(name), "{name:?}");
        }
        assert!(is_safe("a/b..c/d"));
    }

    proptest! {
        #[test]
        fn resolving_never_leaves_the_package(from in "[a-z]{1,3}(/[a-z.]{1,4}[a-z]){0,3}", href in "\\PC{0,40}") {
            for (path, _) in resolve(&from, &href).into_iter().chain(other_readings(&from, &href)) {
                prop_assert!(is_safe(&path), "{path:?}");
            }
        }

        #[test]
        fn relative_is_the_inverse_of_resolve(
            from in "[a-z]{1,4}(/[a-z]{1,4}){0,3}",
            to in "[a-z]{1,4}(/[a-z é#?%]{1,4}){0,3}",
        ) {
            prop_assert_eq!(resolved_path(&from, &relative_href(&from, &to)), Some(to));
        }
    }
}
