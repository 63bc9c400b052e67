//! Places in DAISY books: the steps of the player.

use crate::columns::{ColumnReader, ColumnWriter};

/// A step of the player at which a sentence begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SentenceStep {
    /// The sentence, from 0.
    pub sentence: u64,
    /// The SMIL file, from 0.
    pub file: u64,
    /// The number of the step in the book.
    pub number: u64,
    /// The id of its element in the text.
    pub id: String,
    /// The audio file, and milliseconds where the sentence begins and ends in it. `None` for text alone.
    pub clip: Option<(String, u64, u64)>,
}

/// The steps of a book at which sentences begin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepPlaces(pub Vec<SentenceStep>);

/// The part of a made id that is a number; no source has others of this form in a writer's books.
fn parse_made_id(id: &str) -> Option<u64> {
    let number = id.strip_prefix('x')?.parse().ok()?;
    (id == format!("x{number}")).then_some(number)
}

impl StepPlaces {
    pub(crate) fn write(&self, out: &mut ColumnWriter) {
        let rows = &self.0;
        out.write_differences(rows.iter().map(|row| row.sentence));
        out.write_differences(rows.iter().map(|row| row.file));
        out.write_differences(rows.iter().map(|row| row.number));
        // Nearly all ids are made of numbers that are close to one another.
        out.write_differences(rows.iter().map(|row| parse_made_id(&row.id).map_or(0, |number| number + 1)));
        let own: Vec<&str> =
            rows.iter().map(|row| row.id.as_str()).filter(|id| parse_made_id(id).is_none()).collect();
        out.write_texts(own.into_iter());
        let mut files: Vec<&str> = Vec::new();
        let mut clips = Vec::new();
        for row in rows {
            let Some((file, begin, end)) = &row.clip else {
                clips.push((0, 0, 0));
                continue;
            };
            let at = files.iter().rposition(|known| known == file).unwrap_or_else(|| {
                files.push(file);
                files.len() - 1
            });
            clips.push((at as u64 + 1, *begin, end.saturating_sub(*begin)));
        }
        out.write_texts(files.into_iter());
        out.write_differences(clips.iter().map(|clip| clip.0));
        out.write_differences(clips.iter().map(|clip| clip.1));
        out.write_values(clips.iter().map(|clip| clip.2));
    }

    pub(crate) fn read(input: &mut ColumnReader) -> Option<Self> {
        let (sentences, files, numbers) =
            (input.read_differences()?, input.read_differences()?, input.read_differences()?);
        let (ids, own, names) = (input.read_differences()?, input.read_texts()?, input.read_texts()?);
        let (clips, begins, lengths) =
            (input.read_differences()?, input.read_differences()?, input.read_values()?);
        let count = sentences.len();
        if [&files, &numbers, &ids, &clips, &begins, &lengths].iter().any(|column| column.len() != count) {
            return None;
        }
        let mut own = own.into_iter();
        let rows = (0..count).map(|n| {
            let clip = match clips[n].checked_sub(1) {
                Some(at) => {
                    let name = names.get(usize::try_from(at).ok()?)?.clone();
                    Some((name, begins[n], begins[n].checked_add(lengths[n])?))
                }
                None => None,
            };
            let id = ids[n].checked_sub(1).map(|number| format!("x{number}")).or_else(|| own.next())?;
            Some(SentenceStep { sentence: sentences[n], file: files[n], number: numbers[n], id, clip })
        });
        rows.collect::<Option<_>>().map(Self)
    }

    /// The step with a sentence: the last one that begins no later.
    pub(crate) fn step_for_sentence(&self, sentence: u64) -> Option<&SentenceStep> {
        let behind = self.0.partition_point(|row| row.sentence <= sentence);
        self.0.get(behind.saturating_sub(1))
    }

    /// A step as a reference to its SMIL file.
    pub(crate) fn step_href(step: &SentenceStep) -> String {
        format!("book{:04}.smil#p{}", step.file + 1, step.number)
    }

    /// The step that a reference leads to: `book0003.smil#p57`, `book.xml#x41`, an id alone, or a time in an
    /// audio file, `speech0003.mp3#t=12.5`.
    pub(crate) fn find_step(&self, text: &str) -> Option<&SentenceStep> {
        let (file, fragment) = text.rsplit_once('#').unwrap_or(("", text));
        if let Some(seconds) = fragment.strip_prefix("t=") {
            let seconds: f64 = seconds.split(',').next()?.parse().ok()?;
            let at = std::time::Duration::try_from_secs_f64(seconds).ok()?.as_millis();
            let plays = |step: &&SentenceStep| {
                step.clip.as_ref().is_some_and(|(name, begin, _)| name == file && u128::from(*begin) <= at)
            };
            return self.0.iter().rev().find(plays);
        }
        let number = |id: &str| id.strip_prefix('p')?.parse::<u64>().ok();
        let by_id = self.0.iter().find(|step| step.id == fragment);
        if file.to_ascii_lowercase().ends_with("smil") || by_id.is_none() {
            let number = number(fragment)?;
            let behind = self.0.partition_point(|step| step.number <= number);
            // The title before the first sentence leads to that.
            return self.0.get(behind.saturating_sub(1));
        }
        by_id
    }
}
