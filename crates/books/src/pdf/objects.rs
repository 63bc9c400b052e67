//! The objects of a PDF as our typesetter writes them: a plain table of references, no compressed objects.
//!
//! They are read one by one from wherever the file is, so a file of any length takes little memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use memchr::memmem;

/// More than the size of everything after the cross-reference table: its offset, and the trailer.
const MAX_TAIL_BYTES: u64 = 2048;

/// The objects of a file.
#[derive(Debug)]
pub struct Objects<R> {
    file: RefCell<R>,
    offsets: Vec<Option<u64>>,
    /// The offsets in ascending order, and the end of the last object.
    bounds: Vec<u64>,
    trailer: String,
    table: u64,
}

/// A part of a file; less than `length` bytes at its end.
fn read_range<R: Read + Seek>(file: &mut R, from: u64, length: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from)).ok()?;
    file.take(length).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

impl<R: Read + Seek> Objects<R> {
    /// Reads the table; `None` for any other kind of file, and for one that cannot be read.
    pub fn read(mut file: R) -> Option<Self> {
        let size = file.seek(SeekFrom::End(0)).ok()?;
        let tail = read_range(&mut file, size.saturating_sub(MAX_TAIL_BYTES), MAX_TAIL_BYTES)?;
        let start = tail.windows(9).rposition(|window| window == b"startxref")?;
        let digits: String = tail[start + 9..]
            .iter()
            .skip_while(|b| b.is_ascii_whitespace())
            .take_while(|b| b.is_ascii_digit())
            .map(|b| char::from(*b))
            .collect();
        let table: u64 = digits.parse().ok()?;
        let bytes = read_range(&mut file, table, size.checked_sub(table)?)?;
        let rest = bytes.strip_prefix(b"xref\n0 ")?;
        let line = rest.iter().position(|b| *b == b'\n')?;
        let count: usize = std::str::from_utf8(&rest[..line]).ok()?.trim().parse().ok()?;
        let entries = rest.get(line + 1..(line + 1).checked_add(count.checked_mul(20)?)?)?;
        let offsets: Vec<Option<u64>> = entries
            .chunks(20)
            .map(|entry| {
                let offset: u64 = std::str::from_utf8(&entry[..10]).ok()?.parse().ok()?;
                (entry[17] == b'n').then_some(offset)
            })
            .collect();
        let behind = &rest[line + 1 + count * 20..];
        let trailer =
            behind.get(memmem::find(behind, b"trailer")? + 7..memmem::find(behind, b"startxref")?)?;
        let trailer = to_latin1(trailer).trim().to_owned();
        let mut bounds: Vec<u64> = offsets.iter().flatten().copied().chain([table]).collect();
        bounds.sort_unstable();
        Some(Self { file: RefCell::new(file), offsets, bounds, trailer, table })
    }

    /// The offset of the cross-reference table, and the trailer.
    pub fn table_offset_and_trailer(&self) -> (u64, &str) {
        (self.table, &self.trailer)
    }

    /// The highest number plus one.
    pub fn next_number(&self) -> usize {
        self.offsets.len()
    }

    /// The numbers of all objects.
    pub fn object_numbers(&self) -> impl Iterator<Item = usize> {
        self.offsets.iter().enumerate().filter(|(_, offset)| offset.is_some()).map(|(at, _)| at)
    }

    /// An entry of the trailer.
    pub fn trailer_value(&self, name: &str) -> Option<&str> {
        entry_value(&self.trailer, name)
    }

    /// The number of the catalog.
    pub fn catalog_number(&self) -> Option<usize> {
        parse_reference(self.trailer_value("Root")?)
    }

    /// An object without its number and its end.
    pub fn read_object(&self, at: usize) -> Option<Vec<u8>> {
        let start = (*self.offsets.get(at)?)?;
        let end = *self.bounds.get(self.bounds.partition_point(|bound| *bound <= start))?;
        let bytes = read_range(&mut *self.file.borrow_mut(), start, end - start)?;
        let body = bytes.strip_prefix(format!("{at} 0 obj\n").as_bytes())?;
        let end = body.windows(7).rposition(|window| window == b"\nendobj")?;
        Some(body[..end].to_vec())
    }

    /// The dictionary of an object.
    pub fn read_dictionary(&self, at: usize) -> Option<String> {
        let object = self.read_object(at)?;
        let end = if stream_length(&object).is_some() { skip_value(&object, 0)? } else { object.len() };
        Some(to_latin1(&object[..end]).trim_end().to_owned())
    }

    /// The contents of a stream that is not compressed.
    pub fn read_stream(&self, at: usize) -> Option<Vec<u8>> {
        let object = self.read_object(at)?;
        let length = stream_length(&object)?;
        let rest = &object[skip_value(&object, 0)?..];
        let rest = &rest[memmem::find(rest, b"stream")? + 6..];
        let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n"))?;
        rest.get(..length).map(<[u8]>::to_vec)
    }
}

/// The length of an object's stream; `None` if it has none.
fn stream_length(object: &[u8]) -> Option<usize> {
    if !object.starts_with(b"<<") {
        return None;
    }
    let end = skip_value(object, 0)?;
    let behind = object.get(end..)?;
    let behind = &behind[behind.iter().position(|b| !b.is_ascii_whitespace())?..];
    if !behind.starts_with(b"stream") {
        return None;
    }
    let head = to_latin1(&object[..end]);
    entry_value(&head, "Length")?.trim().parse().ok()
}

fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"()<>[]{}/%".contains(&byte)
}

/// The end of the value that begins here.
fn skip_value(bytes: &[u8], at: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = at;
    loop {
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let rest = &bytes[at..];
        if rest.starts_with(b"<<") {
            open.push(b'>');
            at += 2;
        } else if rest[0] == b'[' {
            open.push(b']');
            at += 1;
        } else if rest.starts_with(b">>") {
            (open.pop()? == b'>').then_some(())?;
            at += 2;
        } else if rest[0] == b']' {
            (open.pop()? == b']').then_some(())?;
            at += 1;
        } else {
            at = skip_scalar(bytes, at)?;
        }
        if open.is_empty() {
            return Some(at);
        }
    }
}

/// The end of a string, name, number or word.
fn skip_scalar(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at] {
        b'(' => {
            let (mut depth, mut at) = (0, at);
            loop {
                match bytes.get(at)? {
                    b'\\' => at += 1,
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        b'<' => Some(at + bytes[at..].iter().position(|b| *b == b'>')? + 1),
        _ => {
            let rest = &bytes[at + 1..];
            Some(at + 1 + rest.iter().position(|b| is_delimiter(*b)).unwrap_or(rest.len()))
        }
    }
}

/// The place of an entry of a dictionary: from its name to the end of its value, and where the value begins.
fn find_entry(dictionary: &str, name: &str) -> Option<(usize, usize, usize)> {
    let bytes = dictionary.as_bytes();
    let mut at = dictionary.find("<<")? + 2;
    loop {
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        if bytes[at] != b'/' {
            return None;
        }
        let key_at = at;
        let key_end = skip_scalar(bytes, at)?;
        let mut end = skip_value(bytes, key_end)?;
        // A reference is three words.
        let is_number = dictionary[key_end..end].trim().bytes().all(|b| b.is_ascii_digit());
        if is_number && reference_ends(bytes, end) {
            end += 4;
        }
        if &dictionary[key_at + 1..key_end] == name {
            return Some((key_at, key_end, end));
        }
        at = end;
    }
}

/// The value of an entry.
pub fn entry_value<'d>(dictionary: &'d str, name: &str) -> Option<&'d str> {
    find_entry(dictionary, name).map(|(_, start, end)| &dictionary[start..end])
}

/// The dictionary with an entry changed or added.
pub fn set_entry(dictionary: &str, name: &str, value: &str) -> String {
    match find_entry(dictionary, name) {
        Some((start, _, end)) => format!("{}/{name} {value}{}", &dictionary[..start], &dictionary[end..]),
        None => dictionary.replacen("<<", &format!("<</{name} {value}"), 1),
    }
}

/// The object that a reference names.
pub fn parse_reference(reference: &str) -> Option<usize> {
    find_references(reference).first().copied()
}

/// The objects that are referred to, in order; none in what is damaged.
pub fn find_references(text: &str) -> Vec<usize> {
    let tokens = tokenize(text.as_bytes()).unwrap_or_default();
    tokens
        .into_iter()
        .filter_map(|token| if let Token::Reference(number) = token { Some(number) } else { None })
        .collect()
}

/// Bytes as characters, one for one: texts in an object may be in any encoding.
pub fn to_latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Characters of [`to_latin1`] as bytes again.
pub fn from_latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

/// Returns true if the number that ends here is that of a reference.
fn reference_ends(bytes: &[u8], end: usize) -> bool {
    bytes[end..].starts_with(b" 0 R") && bytes.get(end + 4).is_none_or(|b| is_delimiter(*b))
}

/// A piece of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A reference to another object, by its number.
    Reference(usize),
    /// A name, with its slash.
    Name(&'a [u8]),
    /// A number.
    Number(&'a [u8]),
    /// A string, with its brackets.
    Text(&'a [u8]),
    /// Anything else: brackets, white space, words, and a stream as a whole.
    Other(&'a [u8]),
}

/// The pieces of an object; concatenated, they are its bytes. `None` if it is damaged.
pub fn tokenize(object: &[u8]) -> Option<Vec<Token<'_>>> {
    let end = if stream_length(object).is_some() { skip_value(object, 0)? } else { object.len() };
    let mut tokens = Vec::with_capacity(object.len().min(end) / 4 + 1);
    let mut at = 0;
    while at < end {
        let rest = &object[at..end];
        let fresh = at == 0 || is_delimiter(object[at - 1]);
        let word_length = || rest.iter().take_while(|b| !is_delimiter(**b)).count();
        let (token, length) = if rest.starts_with(b"<<") {
            (Token::Other(&rest[..2]), 2)
        } else if rest[0] == b'(' || rest[0] == b'<' {
            let length = skip_scalar(rest, 0)?;
            (Token::Text(&rest[..length]), length)
        } else if rest[0] == b'/' {
            let length = skip_scalar(rest, 0)?;
            (Token::Name(&rest[..length]), length)
        } else if fresh && rest[0].is_ascii_digit() {
            let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            if reference_ends(rest, length) {
                let number = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
                (Token::Reference(number), length + 4)
            } else {
                let length = word_length();
                (Token::Number(&rest[..length]), length)
            }
        } else {
            let length = word_length().max(1);
            (Token::Other(&rest[..length]), length)
        };
        tokens.push(token);
        at += length;
    }
    if end < object.len() {
        tokens.push(Token::Other(&object[end..]));
    }
    Some(tokens)
}

/// Raises the references of an object by `base`. `None` if it is damaged.
pub fn shift_references(object: &[u8], base: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(object.len() + 64);
    for token in tokenize(object)? {
        match token {
            Token::Reference(number) => {
                out.extend_from_slice(format!("{} 0 R", number.checked_add(base)?).as_bytes());
            }
            Token::Name(bytes) | Token::Number(bytes) | Token::Text(bytes) | Token::Other(bytes) => {
                out.extend_from_slice(bytes);
            }
        }
    }
    Some(out)
}

/// Objects to be appended to a file.
#[derive(Debug)]
pub struct Updates {
    objects: BTreeMap<usize, Vec<u8>>,
    next: usize,
}

impl Updates {
    /// All new numbers are below `next`.
    pub fn new(next: usize) -> Self {
        Self { objects: BTreeMap::new(), next }
    }

    /// Adds an object, or changes the one with this number.
    pub fn put_object(&mut self, at: usize, object: Vec<u8>) {
        self.objects.insert(at, object);
    }

    /// The bytes to append to a file of this size with this cross-reference table.
    pub fn finish(self, size: u64, trailer: &str, table_before: u64) -> Vec<u8> {
        let mut out = b"\n".to_vec();
        let mut offsets: Vec<(usize, u64)> = Vec::new();
        for (at, object) in &self.objects {
            offsets.push((*at, size + out.len() as u64));
            out.extend_from_slice(format!("{at} 0 obj\n").as_bytes());
            out.extend_from_slice(object);
            out.extend_from_slice(b"\nendobj\n");
        }
        let table = size + out.len() as u64;
        out.extend_from_slice(b"xref\n");
        for run in offsets.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
            out.extend_from_slice(format!("{} {}\n", run[0].0, run.len()).as_bytes());
            for (_, offset) in run {
                out.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
            }
        }
        let trailer =
            set_entry(&set_entry(trailer, "Size", &self.next.to_string()), "Prev", &table_before.to_string());
        out.extend_from_slice(&from_latin1(&format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF\n")));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_at_the_top_only() {
        let dictionary = "<</A<</B 1>>/C[1 0 R 2 0 R]/B(x\\)>>)/D 7 0 R/E/F>>";
        assert_eq!(entry_value(dictionary, "B"), Some("(x\\)>>)"));
        assert_eq!(entry_value(dictionary, "D").and_then(parse_reference), Some(7));
        assert_eq!(entry_value(dictionary, "E"), Some("/F"));
        assert_eq!(entry_value(dictionary, "G"), None);
        assert_eq!(find_references(entry_value(dictionary, "C").unwrap()), [1, 2]);
        assert_eq!(find_references("<</Nums[0 7 0 R 1 <3 0 R>(4 0 R) 5 0 R]>>"), [7, 5]);
        assert_eq!(entry_value(&set_entry(dictionary, "D", "9"), "D").map(str::trim), Some("9"));
        assert_eq!(entry_value(&set_entry(dictionary, "G", "9"), "G").map(str::trim), Some("9"));
    }

    #[test]
    fn references_are_moved_and_nothing_else() {
        let object = b"<</A 1 0 R/B(1 0 R)/C<31>/D[2 0 R 3.5 0 R4]/Length 5>>\nstream\n1 0 R\nendstream";
        let moved = String::from_utf8(shift_references(object, 10).unwrap()).unwrap();
        assert_eq!(
            moved,
            "<</A 11 0 R/B(1 0 R)/C<31>/D[12 0 R 3.5 0 R4]/Length 5>>\nstream\n1 0 R\nendstream"
        );
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            if let Some(objects) = Objects::read(std::io::Cursor::new(&bytes)) {
                objects.object_numbers().for_each(|at| drop(objects.read_dictionary(at)));
            }
            drop(shift_references(&bytes, 1));
            // Without a reference all is as it was.
            if let Some(same) = shift_references(&bytes, 0) && tokenize(&bytes).is_some_and(|tokens| {
                !tokens.iter().any(|token| matches!(token, Token::Reference(_)))
            }) {
                proptest::prop_assert_eq!(same, bytes.clone());
            }
            let _ = entry_value(&String::from_utf8_lossy(&bytes), "A");
        }
    }
}
