//! Speaks several phrases in one run of eSpeak NG, and locates each of them in the sound.
//!
//! Without `--stdin`, eSpeak NG speaks each line of its input separately. Lines with only a space between the
//! phrases make a silence longer than any in speech, where the sound is cut. If the silences are not as
//! expected, nothing is cut.

use crate::{Phrase, Sound};

/// eSpeak NG divides lines of a thousand bytes.
const MAX_LINE_BYTES: usize = 900;
/// A no-break space has no name in any language: a line with one is a third of a second of silence.
const SILENT_LINES: &str = "\u{a0}\n\u{a0}\n\u{a0}\n\u{a0}\n";

pub(crate) fn fits_in_line(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= MAX_LINE_BYTES && !text.contains(char::is_control)
}

/// Joins phrases to the lines that the engine speaks. They begin with a silence that serves as the measure
/// for the others.
pub(crate) fn join_lines(phrases: &[Phrase<'_>]) -> String {
    let mut lines = SILENT_LINES.to_owned();
    for phrase in phrases {
        lines.push_str(phrase.text);
        lines.push('\n');
        lines.push_str(SILENT_LINES);
    }
    lines
}

/// Splits a sound into the sounds of its phrases, without silence at both ends. `None` if the number of
/// silences does not match: a phrase made no sound, or contains a pause as long as those between phrases.
pub(crate) fn split_at_silences(sound: &Sound, phrases: usize) -> Option<Vec<Sound>> {
    let lead = sound.samples.iter().position(|sample| *sample != 0)?;
    // No language has a pause of a second within a sentence.
    if lead < sound.rate as usize {
        return None;
    }
    // The pause of the phrase itself is added, with quotation marks almost a second; two silences in a row
    // surround an inaudible phrase.
    let (least, most) = (lead / 4 * 3, lead * 2);
    let mut cut = Vec::with_capacity(phrases);
    let mut rest = &sound.samples[lead..];
    while !rest.is_empty() {
        let (begin, end) = find_silence(rest, least)?;
        if end - begin > most || cut.len() == phrases {
            return None;
        }
        cut.push(Sound { rate: sound.rate, samples: rest[..begin].to_vec() });
        rest = &rest[end..];
    }
    (cut.len() == phrases).then_some(cut)
}

/// Finds the first run of at least `least` zeros.
fn find_silence(samples: &[i16], least: usize) -> Option<(usize, usize)> {
    // A run of this length contains one of the checked positions.
    let step = least.max(1);
    let mut at = step - 1;
    while at < samples.len() {
        if samples[at] == 0 {
            let begin = samples[..at].iter().rposition(|sample| *sample != 0).map_or(0, |before| before + 1);
            let end =
                samples[at..].iter().position(|sample| *sample != 0).map_or(samples.len(), |more| at + more);
            if end - begin >= step {
                return Some((begin, end));
            }
            at = end;
        }
        at += step;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEST_SAMPLE_RATE: u32 = 8_000;
    /// Samples of silence between phrases.
    const GAP_SAMPLES: usize = 12_000;

    /// An engine's output for phrases: the sound of each and the pause after it.
    fn fake_output(phrases: &[(Vec<i16>, usize)]) -> Sound {
        let mut samples = vec![0; GAP_SAMPLES];
        for (sound, pause) in phrases {
            samples.extend(sound);
            samples.extend(vec![0; pause + GAP_SAMPLES]);
        }
        Sound { rate: TEST_SAMPLE_RATE, samples }
    }

    fn samples_of(cut: Vec<Sound>) -> Vec<Vec<i16>> {
        cut.into_iter().map(|sound| sound.samples).collect()
    }

    #[test]
    fn each_phrase_is_a_line_between_silences() {
        let phrases = ["One.", "Two."].map(|text| Phrase { text, is_last: true });
        let lines = join_lines(&phrases);
        assert_eq!(lines.replace("\u{a0}\n", "_"), "____One.\n____Two.\n____");
    }

    #[test]
    fn long_and_multiline_texts_do_not_fit_in_a_line() {
        assert!(fits_in_line("One."));
        for text in ["", " ", "\u{a0}", "One.\nTwo.", "bell\u{7}", "x".repeat(901).as_str()] {
            assert!(!fits_in_line(text), "{text:?}");
        }
    }

    #[test]
    fn a_wrong_number_of_silences_makes_no_cut() {
        let word = || (vec![7; 3_000], 2_000);
        let silent = (Vec::new(), 100);
        let with_a_long_pause = ([vec![7], vec![0; 9_500], vec![7]].concat(), 2_000);
        assert_eq!(split_at_silences(&fake_output(&[word(), word()]), 2).map(|cut| cut.len()), Some(2));
        for odd in [
            vec![word()],
            vec![word(), word(), word()],
            vec![silent.clone(), word()],
            vec![word(), silent.clone()],
            vec![word(), silent.clone(), word()],
            // The right number of pieces, but the wrong ones.
            vec![with_a_long_pause.clone(), silent.clone()],
            vec![silent, with_a_long_pause],
        ] {
            assert_eq!(split_at_silences(&fake_output(&odd), 2), None, "{} phrases", odd.len());
        }
        assert_eq!(
            split_at_silences(&Sound { rate: TEST_SAMPLE_RATE, samples: vec![0; 3 * GAP_SAMPLES] }, 2),
            None
        );
        assert_eq!(
            split_at_silences(&Sound { rate: TEST_SAMPLE_RATE, samples: vec![7; 3 * GAP_SAMPLES] }, 1),
            None
        );
        // The engine has not finished.
        let mut broken = fake_output(&[word(), word()]);
        broken.samples.truncate(broken.samples.len() - GAP_SAMPLES);
        assert_eq!(split_at_silences(&broken, 2), None);
    }

    proptest! {
        #[test]
        fn any_text_makes_at_most_one_line(text in "\\PC{0,20}[ \\n\\r\\t\u{0}\u{85}\u{a0}\u{2028}\\[\\]a.é]{0,20}\\PC{0,5}") {
            let text = crate::ear::audible_text(&text);
            if fits_in_line(&text) {
                let lines = join_lines(&[Phrase { text: &text, is_last: true }, Phrase { text: "Two.", is_last: true }]);
                let said: Vec<&str> = lines.split('\n').filter(|line| !line.trim().is_empty()).collect();
                prop_assert_eq!(said, [text.as_str(), "Two."]);
                prop_assert!(lines.lines().all(|line| line.len() < 1_000));
            }
        }

        #[test]
        fn splitting_returns_every_phrase(phrases in prop::collection::vec((prop::collection::vec(-3_i16..=3, 0..200), 0_usize..6_000), 1..8)) {
            let sounding: Vec<(Vec<i16>, usize)> = phrases
                .into_iter()
                .map(|(sound, pause)| ([vec![5], sound, vec![5]].concat(), pause))
                .collect();
            let cut = split_at_silences(&fake_output(&sounding), sounding.len()).map(samples_of);
            prop_assert_eq!(cut, Some(sounding.into_iter().map(|(sound, _)| sound).collect::<Vec<_>>()));
        }
    }
}
