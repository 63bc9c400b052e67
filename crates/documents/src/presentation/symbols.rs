//! Characters that XML cannot hold.

/// Replaces escapes of characters that XML cannot hold (`_x000B_`) by spaces.
pub(super) fn unescape_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x00") {
        let code = rest.get(at + 2..at + 6).and_then(|code| u32::from_str_radix(code, 16).ok());
        let is_control = code.is_some_and(|code| code < 0x20) && rest.get(at + 6..at + 7) == Some("_");
        let end = if is_control { at + 7 } else { at + 4 };
        out.push_str(if is_control { &rest[..at] } else { &rest[..end] });
        if is_control {
            out.push(' ');
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_controls_are_spaces() {
        assert_eq!(unescape_controls("a_x000B_b_x000D_"), "a b ");
        assert_eq!(unescape_controls("_x0041_ _x00 x_x00é"), "_x0041_ _x00 x_x00é");
    }
}
