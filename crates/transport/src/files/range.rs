//! One byte range of a file (RFC 9110, 14.2). Requests for several ranges get the whole file, which the
//! standard allows. The crate `headers` reads no range with a number beyond 64 bits.

use std::ops::Range;

/// The result of a `Range` header for a file of a known size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestedRange {
    /// Everything: no header, or an unsupported one.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// Bytes that the file does not have: 416.
    Outside,
}

impl RequestedRange {
    pub(super) fn parse(header: Option<&str>, size: u64) -> Self {
        let Some((unit, spec)) = header.and_then(|text| text.trim().split_once('=')) else {
            return Self::Whole;
        };
        let Some((first, last)) = spec.split_once('-') else { return Self::Whole };
        if !unit.eq_ignore_ascii_case("bytes") {
            return Self::Whole;
        }
        match (parse_number(first), parse_number(last)) {
            (RangeNumber::Absent, RangeNumber::Value(0)) => Self::Outside,
            (RangeNumber::Absent, RangeNumber::Value(suffix)) => {
                Self::to_part(size.saturating_sub(suffix), size, size)
            }
            (RangeNumber::Value(first), RangeNumber::Absent) => Self::to_part(first, size, size),
            (RangeNumber::Value(first), RangeNumber::Value(last)) if first <= last => {
                Self::to_part(first, last.saturating_add(1).min(size), size)
            }
            _ => Self::Whole,
        }
    }

    fn to_part(first: u64, end: u64, size: u64) -> Self {
        if first < size { Self::Part(first..end) } else { Self::Outside }
    }
}

enum RangeNumber {
    Absent,
    Value(u64),
    Bad,
}

fn parse_number(text: &str) -> RangeNumber {
    match text.trim() {
        "" => RangeNumber::Absent,
        // A number beyond all file sizes is still valid.
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
            RangeNumber::Value(digits.parse().unwrap_or(u64::MAX))
        }
        _ => RangeNumber::Bad,
    }
}

#[cfg(test)]
mod tests {
    use super::RequestedRange::{self, Outside, Part, Whole};

    #[test]
    fn ranges_follow_the_standard() {
        let cases = [
            (None, Whole),
            (Some("bytes=0-0"), Part(0..1)),
            (Some("bytes=2-"), Part(2..10)),
            (Some("bytes=-3"), Part(7..10)),
            (Some("bytes=-30"), Part(0..10)),
            (Some("bytes=5-99"), Part(5..10)),
            (Some("bytes=10-"), Outside),
            (Some("bytes=-0"), Outside),
            (Some("bytes=3-2"), Whole),
            (Some("bytes=0-1,4-5"), Whole),
            (Some("lines=1-2"), Whole),
            (Some("bytes=x-"), Whole),
            (Some("Bytes=2-"), Part(2..10)),
            (Some("bytes=99999999999999999999999-"), Outside),
            (Some("bytes=5-99999999999999999999999"), Part(5..10)),
            (Some("bytes=-99999999999999999999999"), Part(0..10)),
            (Some("bytes=18446744073709551615-"), Outside),
        ];
        for (header, wanted) in cases {
            assert_eq!(RequestedRange::parse(header, 10), wanted, "{header:?}");
        }
    }

    #[test]
    fn an_empty_file_has_no_ranges() {
        assert_eq!(RequestedRange::parse(Some("bytes=0-"), 0), Outside);
    }
}
