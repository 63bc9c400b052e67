//! Media overlays: SMIL in, clips out.

use std::time::Duration;

use roxmltree::Node;

use crate::error::Result;
use crate::model::{Clip, Target};
use crate::package::Package;
use crate::path;
use crate::xml::{self, child};

/// A clock value of SMIL: `1:02:03.5`, `02:03`, `3.5s`, `200ms`, `1.5h`, `2min`, `7`. `None` for
/// anything else, and for what is longer than a year.
pub(crate) fn clock(text: &str) -> Option<Duration> {
    let text = text.trim().trim_start_matches("npt=");
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
    let seconds = if text.contains(':') {
        text.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + number(part)?))?
    } else {
        let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let factor = match &text[unit..] {
            "h" => 3600.0,
            "min" => 60.0,
            "" | "s" => 1.0,
            "ms" => 0.001,
            _ => return None,
        };
        number(&text[..unit])? * factor
    };
    Duration::try_from_secs_f64(seconds).ok().filter(|length| length.as_secs() < 366 * 24 * 3600)
}

/// Reads the clips of one overlay in the order of playing.
pub(crate) fn read(package: &Package, entry: &str, place: &str) -> Result<Vec<Clip>> {
    let text = xml::decode(entry, package.read(entry, place)?)?;
    let document = xml::parse(entry, &text, package.limits())?;
    let mut clips = Vec::new();
    for par in document.descendants().filter(|node| node.tag_name().name() == "par") {
        let source = |node: Node<'_, '_>| path::resolve(entry, node.attribute("src")?);
        let Some((text, id)) = child(par, "text").and_then(source) else { continue };
        // A DAISY book may play several pieces, one after the other, to one text.
        let pieces = par.descendants().filter(|node| node.tag_name().name() == "audio");
        for audio in pieces.filter(|audio| innermost(*audio) == Some(par)) {
            let Some((file, _)) = source(audio) else { continue };
            let time = |name: &str| audio.attribute(name).and_then(clock);
            clips.push(Clip {
                text: Target { path: text.clone(), id: id.clone() },
                audio: file,
                begin: time("clipBegin").unwrap_or_default(),
                end: time("clipEnd"),
            });
        }
    }
    Ok(clips)
}

/// The step that a piece of audio belongs to.
fn innermost<'a, 'i>(audio: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    audio.ancestors().find(|node| node.tag_name().name() == "par")
}

#[cfg(test)]
mod tests {
    use super::clock;
    use std::time::Duration;

    #[test]
    fn every_spelling_of_a_clock_value() {
        for (text, milliseconds) in [
            ("0:00:29.268", 29_268),
            ("00:01:46.35", 106_350),
            ("02:03", 123_000),
            ("3.5s", 3_500),
            ("200ms", 200),
            ("1.5h", 5_400_000),
            ("2min", 120_000),
            ("npt=7.1s", 7_100),
            ("7", 7_000),
        ] {
            assert_eq!(clock(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "-1s", "1:x", "3 days", "NaN", "inf", "1e300"] {
            assert_eq!(clock(text), None, "{text}");
        }
    }
}
