//! A book in another format.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use books::daisy::Narration;
use books::{ConvertedPackage, Options};
use domain::preferences::BrailleFormat;
use domain::{BrailleGrade, CopySettings, Format};
use jiff::Timestamp;
use marks::WatermarkPlan;
use serde::{Deserialize, Serialize};

use crate::files::{create_file, read_file, write_map};
use crate::report::run_reporting;
use crate::{MAX_PLAN_BYTES, OUTPUT_NAME, PLAN_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// The package before it is prepared for copies.
const UNPREPARED_NAME: &str = "unprepared";

/// Converts [`SOURCE_NAME`] to [`OUTPUT_NAME`], and writes to [`PLAN_NAME`] how copies of it are marked, to
/// [`MAP_NAME`](crate::MAP_NAME) where the sentences of the book are in it, and to
/// [`REPORT_NAME`](crate::REPORT_NAME) what was repaired or left out. An EPUB that stays an EPUB has its map
/// from [`LocateSentences`](crate::LocateSentences), so that readers do not wait for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Convert {
    pub format: Format,
    /// The reader's preferences that it depends on.
    pub settings: CopySettings,
    /// The date in the package: the same source, format and date give the same bytes.
    pub modified: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ConvertResult {
    /// The narration, in formats with audio.
    pub narration: Option<Narration>,
    /// The number of volumes of braille; `None` in other formats.
    pub volumes: Option<usize>,
    /// The size of the text of a DAISY book, bytes; `None` in other formats.
    pub text: Option<u64>,
    /// True if there is no [`MAP_NAME`](crate::MAP_NAME) yet, because
    /// [`LocateSentences`](crate::LocateSentences) makes it.
    pub map_follows: bool,
    /// Why [`PLAN_NAME`] is missing; `None` if it was written.
    pub unplanned: Option<String>,
}

impl Task for Convert {
    type Output = ConvertResult;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<ConvertResult> {
        let Self { format, settings, modified } = self;
        let source = read_file(tools.folder, SOURCE_NAME)?;
        let options = Options {
            settings: book_settings(settings),
            engine: Arc::clone(tools.engine),
            renderer: tools.writers.formulas.clone(),
            pdf: tools.writers.pdf.clone(),
            ..Options::new(modified)
        };
        let folder = tools.folder;
        let file = create_file(folder, UNPREPARED_NAME)?;
        let prepare = |package| prepare_package(format, package, folder);
        let made = run_reporting(folder, tools.watch, |progress| {
            Ok(books::convert_with_map(format, source, &options, file, progress, prepare)?)
        })?;
        let ConvertedPackage { output: plan, narration, map, volumes, text } = made;
        let map_follows = map.is_none();
        if let Some(map) = map {
            write_map(folder, &map.bytes)?;
        }
        let unplanned = match plan? {
            Ok(plan) => {
                let plan = plan.to_bytes();
                let fits = plan.len() as u64 <= MAX_PLAN_BYTES;
                if fits {
                    fs::write(folder.join(PLAN_NAME), plan)?;
                }
                (!fits).then(|| "the plan is too large".to_owned())
            }
            Err(error) => Some(error.to_string()),
        };
        Ok(ConvertResult { narration, volumes, text, map_follows, unplanned })
    }
}

/// A reader's settings as the book converter's.
pub fn book_settings(settings: CopySettings) -> books::Settings {
    let braille = settings.braille();
    books::Settings {
        braille: books::brf::Settings {
            cells: braille.cells.try_into().unwrap_or(u16::MAX),
            paper: braille.format == BrailleFormat::Embossable,
            contracted: braille.grade == BrailleGrade::Contracted,
            ueb: braille.ueb,
        },
    }
}

/// Prepares a finished package for copies, as [`OUTPUT_NAME`]; without a plan, and with the reason, if that
/// is not possible.
fn prepare_package(format: Format, package: File, folder: &Path) -> Result<books::Result<WatermarkPlan>> {
    let (from, to) = (folder.join(UNPREPARED_NAME), folder.join(OUTPUT_NAME));
    let planned = plan_package(format, package, folder);
    match planned {
        // The disk is at fault, not the book.
        Err(error) if !error.is_permanent() => return Err(error.into()),
        Ok((_, true)) => fs::remove_file(from)?,
        _ => fs::rename(from, to)?,
    }
    Ok(planned.map(|(plan, _)| plan))
}

/// The plan of a finished package, and whether the package was written again for it, as [`OUTPUT_NAME`].
fn plan_package(format: Format, mut package: File, folder: &Path) -> books::Result<(WatermarkPlan, bool)> {
    if let Some(plan) = marks::plan_unprepared(format, &mut package)? {
        return Ok((plan, false));
    }
    let (_, plan) = marks::prepare(format, package, create_file(folder, OUTPUT_NAME)?)?
        .ok_or_else(|| books::Error::bad_package("the container", "the package is too large"))?;
    Ok((plan, true))
}
