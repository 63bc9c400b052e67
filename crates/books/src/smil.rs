//! Narration: SMIL in, steps and clips out. EPUB, DAISY 3 and DAISY 2.02 write it in much the same way.

use std::collections::HashMap;
use std::time::Duration;

use roxmltree::{Document, Node, NodeId};

use crate::model::{Clip, Target};
use crate::{FindingKind, Package, Result};

/// A clock value of SMIL: `1:02:03.5`, `02:03`, `3.5s`, `200ms`, `1.5h`, `2min`, `7`, with `npt=` before it
/// or not; or a SMPTE time code, `smpte-25=00:00:10:12`. Some programs write a comma before the fraction, or
/// capitals. `None` for anything else, and for what is longer than a year.
pub(crate) fn parse_clock(text: &str) -> Option<Duration> {
    let text = text.trim().replace(',', ".").to_ascii_lowercase();
    let seconds = match text.split_once('=') {
        Some((kind, code)) if kind.starts_with("smpte") => parse_smpte(kind, code)?,
        _ => parse_play_time(text.trim_start_matches("npt=").trim())?,
    };
    Duration::try_from_secs_f64(seconds).ok().filter(|length| length.as_secs() < 366 * 24 * 3600)
}

fn parse_number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0)
}

fn parse_play_time(text: &str) -> Option<f64> {
    if text.contains(':') {
        return text.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + parse_number(part)?));
    }
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let factor = match &text[unit..] {
        "h" => 3600.0,
        "min" => 60.0,
        "" | "s" => 1.0,
        "ms" => 0.001,
        _ => return None,
    };
    Some(parse_number(text[..unit].trim_end())? * factor)
}

/// Hours, minutes, seconds and frames, these with hundredths after a dot or without.
fn parse_smpte(kind: &str, code: &str) -> Option<f64> {
    let mut parts = code.trim().split(':');
    let mut next = || parts.next().map_or(Some(0.0), parse_number);
    let (hours, minutes, seconds, frames) = (next()?, next()?, next()?, next()?);
    if parts.next().is_some() {
        return None;
    }
    let minutes = hours * 60.0 + minutes;
    if kind == "smpte-25" {
        return Some(minutes * 60.0 + seconds + frames / 25.0);
    }
    // Thirty frames are counted in a second; the first two of each minute but every tenth are left out.
    let left_out = 2.0 * (minutes.floor() - (minutes / 10.0).floor());
    Some(((minutes * 60.0 + seconds) * 30.0 + frames - left_out).max(0.0) * 1001.0 / 30_000.0)
}

/// A file of the package, and an id in it.
pub(crate) type PackagePlace = (String, Option<String>);

#[derive(Debug, Default)]
pub(crate) struct SmilStep {
    /// Ids of what it consists of, by which navigation leads to it.
    pub(crate) ids: Vec<String>,
    pub(crate) text: Option<PackagePlace>,
    /// The setting of the player with which this is played: `system-required` of DAISY 2.02, `customTest` of
    /// DAISY 3.
    pub(crate) required_setting: Option<String>,
    /// The recordings that are played, in order.
    pub(crate) pieces: Vec<AudioPiece>,
}

#[derive(Debug)]
pub(crate) struct AudioPiece {
    pub(crate) audio: String,
    pub(crate) begin: Duration,
    pub(crate) end: Option<Duration>,
}

impl AudioPiece {
    pub(crate) fn into_clip(self, text: Target) -> Clip {
        Clip { text, audio: self.audio, begin: self.begin, end: self.end }
    }
}

/// The steps of a file in the order of playing. Audio without a step of its own belongs to the step before
/// it, unless something may lead to it. `resolve` returns the file of a reference; a reference without one
/// is skipped.
pub(crate) fn read_steps(
    document: &Document<'_>,
    resolve: &mut dyn FnMut(&str) -> Result<Option<PackagePlace>>,
) -> Result<Vec<SmilStep>> {
    let mut steps: Vec<SmilStep> = Vec::new();
    let mut by_par: HashMap<NodeId, usize> = HashMap::new();
    // Ids of what is around the next step.
    let mut waiting: Vec<String> = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let id = node.attribute("id").map(str::to_owned);
        let name = node.tag_name().name();
        let of_step = if name == "par" {
            by_par.insert(node.id(), steps.len());
            let required = node.attribute("system-required").or_else(|| custom_test(node));
            Some(push_step(&mut steps, &mut waiting, required))
        } else {
            innermost(node).and_then(|par| by_par.get(&par.id()).copied())
        };
        let step = match (of_step, name) {
            (Some(step), _) => step,
            (None, "text") => push_step(&mut steps, &mut waiting, None),
            // Navigation may lead to it.
            (None, "audio") if steps.is_empty() || id.is_some() || !waiting.is_empty() => {
                push_step(&mut steps, &mut waiting, custom_test(node))
            }
            (None, "audio") => steps.len() - 1,
            _ => {
                waiting.extend(id);
                continue;
            }
        };
        let step = &mut steps[step];
        step.ids.extend(id);
        let Some(source) = node.attribute("src") else { continue };
        match name {
            "text" if step.text.is_none() => step.text = resolve(source)?,
            "audio" => {
                let time = |names: [&str; 2]| {
                    names.iter().find_map(|name| node.attribute(*name)).and_then(parse_clock)
                };
                if let Some((audio, _)) = resolve(source)? {
                    let begin = time(["clipBegin", "clip-begin"]).unwrap_or_default();
                    step.pieces.push(AudioPiece { audio, begin, end: time(["clipEnd", "clip-end"]) });
                }
            }
            _ => {}
        }
    }
    Ok(steps)
}

/// Adds a step with the ids of what is around it; returns its index.
fn push_step(steps: &mut Vec<SmilStep>, ids: &mut Vec<String>, required: Option<&str>) -> usize {
    let required_setting = required.map(str::to_owned);
    steps.push(SmilStep { ids: std::mem::take(ids), required_setting, ..SmilStep::default() });
    steps.len() - 1
}

/// Reads the clips of one overlay in the order of playing. What is missing or cannot be read is not narrated,
/// and reported.
///
/// # Errors
/// All documents of the book together are too many.
pub(crate) fn read_clips(package: &Package, entry: &str, place: &str) -> Result<Vec<Clip>> {
    let read = package.with_document(entry, place, |document, _| {
        package.count_nodes(entry, document)?;
        read_steps(document, &mut |source| {
            let place = package.resolve(entry, source);
            if place.is_none() {
                // Such as a recording on another server.
                package.reporter().report(FindingKind::MissingNarration, entry, source);
            }
            Ok(place)
        })
    });
    let steps = match read {
        Ok(steps) => steps?,
        Err(error) if error.costs_part() => {
            package.reporter().report(FindingKind::MissingNarration, place, entry);
            package.report_lost_document(entry, &error);
            return Ok(Vec::new());
        }
        Err(error) => return Err(error),
    };
    let (mut clips, mut shown) = (Vec::new(), None);
    for step in steps {
        shown = step.text.or(shown);
        let Some((path, id)) = &shown else { continue };
        let text = Target { path: path.clone(), id: id.clone() };
        let pieces = step.pieces.into_iter().filter(|piece| is_present(package, entry, &piece.audio));
        clips.extend(pieces.map(|piece| piece.into_clip(text.clone())));
    }
    Ok(clips)
}

/// Returns true if the package has a recording; one that is missing is reported.
pub(crate) fn is_present(package: &Package, entry: &str, audio: &str) -> bool {
    let is_present = package.contains(audio);
    if !is_present {
        package.reporter().report(FindingKind::MissingNarration, entry, audio);
    }
    is_present
}

/// The test of an element, or of what is around it (DAISY 3).
fn custom_test<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute("customTest"))
}

/// The step that an element belongs to.
fn innermost<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    node.ancestors().find(|node| node.tag_name().name() == "par")
}

#[cfg(test)]
mod tests {
    use super::parse_clock;
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
            ("npt=0:01:02.5", 62_500),
            ("npt=12.5 s", 12_500),
            ("npt=12,5s", 12_500),
            ("NPT=0:00:01,250", 1_250),
            ("3.5 S", 3_500),
            ("smpte-25=00:00:10:12", 10_480),
            ("smpte-25=01:00:00", 3_600_000),
        ] {
            assert_eq!(parse_clock(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        for (text, milliseconds) in [("smpte=00:00:10:15", 10_511), ("smpte-30-drop=00:10:00:00", 600_000)] {
            let read = parse_clock(text).unwrap_or_default();
            assert!(
                read.abs_diff(Duration::from_millis(milliseconds)) < Duration::from_millis(1),
                "{read:?}"
            );
        }
        for text in ["", "smpte=1:2:3:4:5", "smpte=x", "-1s", "1:x", "3 days", "NaN", "inf", "1e300"] {
            assert_eq!(parse_clock(text), None, "{text}");
        }
    }
}
