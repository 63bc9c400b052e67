//! Paths inside a package: always relative, `/` between segments, no `.` or `..` left in them.

/// Whether an entry's name stays inside the folder that a container is unpacked into.
pub(crate) fn is_safe(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('/')
        && !name.contains(['\\', '\0'])
        && name.as_bytes().get(1) != Some(&b':')
        && !name.split('/').any(|segment| segment == "..")
}

/// A reference split into path and fragment, both percent-decoded. `None` for an absolute address
/// (with a scheme) and for a path that leaves the package.
pub fn resolve(from: &str, href: &str) -> Option<(String, Option<String>)> {
    let href = href.trim();
    if has_scheme(href) || href.starts_with("//") {
        return None;
    }
    let (path, fragment) = match href.split_once('#') {
        Some((path, fragment)) => (path, Some(decode(fragment)).filter(|f| !f.is_empty())),
        None => (href, None),
    };
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    if path.is_empty() {
        return Some((from.to_owned(), fragment));
    }
    let decoded = decode(path);
    let mut segments: Vec<&str> = Vec::new();
    if !decoded.starts_with('/') {
        segments.extend(folder(from).split('/').filter(|segment| !segment.is_empty()));
    }
    for segment in decoded.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            _ => segments.push(segment),
        }
    }
    let joined = segments.join("/");
    is_safe(&joined).then_some((joined, fragment))
}

/// The folder of a path, without a slash at its end; empty at the root.
pub fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// `path` as a reference from a file in the folder of `from`.
pub fn relative(from: &str, path: &str) -> String {
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

/// Whether a reference begins with a scheme (`http:`, `mailto:`).
pub(crate) fn has_scheme(href: &str) -> bool {
    href.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// The part of a file name after its last dot, in lower case.
pub fn extension(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase())
}

pub(crate) fn decode(text: &str) -> String {
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
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn encode_into(out: &mut String, segment: &str) {
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn path_of(from: &str, href: &str) -> Option<String> {
        resolve(from, href).map(|(path, _)| path)
    }

    #[test]
    fn references_resolve_against_the_folder_of_their_file() {
        assert_eq!(path_of("OEBPS/text/a.xhtml", "../img/b%20c.png"), Some("OEBPS/img/b c.png".into()));
        assert_eq!(path_of("a.opf", "text/b.xhtml"), Some("text/b.xhtml".into()));
        assert_eq!(resolve("t/a.xhtml", "#p%C3%A9"), Some(("t/a.xhtml".into(), Some("pé".into()))));
    }

    #[test]
    fn references_out_of_the_package_resolve_to_nothing() {
        for href in ["../../etc/passwd", "http://example.org/a", "mailto:a@b", "//host/a", "..\\a"] {
            assert_eq!(path_of("t/a.xhtml", href), None, "{href}");
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
            if let Some((path, _)) = resolve(&from, &href) {
                prop_assert!(is_safe(&path), "{path:?}");
            }
        }

        #[test]
        fn relative_is_the_inverse_of_resolve(
            from in "[a-z]{1,4}(/[a-z]{1,4}){0,3}",
            to in "[a-z]{1,4}(/[a-z é#?%]{1,4}){0,3}",
        ) {
            prop_assert_eq!(path_of(&from, &relative(&from, &to)), Some(to));
        }
    }
}
