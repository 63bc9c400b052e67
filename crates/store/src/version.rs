//! The version of this program, which is stored with its data.

/// The version of this program, for people: `1.2.3`.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of this program as a number that grows with it: `1_002_003` for 1.2.3.
pub const PROGRAM_NUMBER: i64 = version_number(PROGRAM_VERSION);

/// A part of a version is below this.
const MAX_VERSION_PART: i64 = 1000;

/// The number of a version. What follows the third part does not count.
const fn version_number(version: &str) -> i64 {
    let bytes = version.as_bytes();
    let (mut number, mut part, mut parts, mut index) = (0, 0, 0, 0);
    while index <= bytes.len() && parts < 3 {
        if index < bytes.len() && bytes[index].is_ascii_digit() {
            part = part * 10 + (bytes[index] - b'0') as i64;
        } else {
            assert!(part < MAX_VERSION_PART, "a part of the version is too large");
            number = number * MAX_VERSION_PART + part;
            part = 0;
            parts += 1;
        }
        index += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::version_number;

    #[test]
    fn a_later_version_has_a_greater_number() {
        assert_eq!(version_number("1.2.3"), 1_002_003);
        assert_eq!(version_number("0.10.0-rc.1"), 10_000);
        assert!(version_number("0.9.12") < version_number("0.10.0"));
    }
}
