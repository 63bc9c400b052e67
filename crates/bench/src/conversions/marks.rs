//! Watermarked copies, from file to file.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use books::Format;
use marks::{Key, Watermark, WatermarkPlan, mark_with, plan_unprepared, prepare};

/// A prepared artifact with its plan, as the server stores it.
pub struct PreparedFile {
    format: Format,
    pub path: PathBuf,
    plan: PathBuf,
    /// Its size and that of the unprepared file, bytes.
    pub size: u64,
    unprepared_bytes: u64,
    mark: Watermark,
    key: Key,
}

impl PreparedFile {
    /// Prepares a file. The time is not counted, because this is done once per artifact.
    pub fn new(folder: &Path, format: Format, converted: &Path) -> anyhow::Result<Self> {
        let (ready, path) =
            (folder.join(format!("ready.{format}")), folder.join(format!("ready.{format}.plan")));
        let plan = if let Some(plan) = plan_unprepared(format, File::open(converted)?)? {
            std::fs::copy(converted, &ready)?;
            plan
        } else {
            prepare(format, File::open(converted)?, File::create(&ready)?)?
                .context("the package is too large")?
                .1
        };
        std::fs::write(&path, plan.to_bytes())?;
        let (size, unprepared_bytes) =
            (std::fs::metadata(&ready)?.len(), std::fs::metadata(converted)?.len());
        let mark = Watermark::new("Ada Reader", jiff::civil::date(2026, 1, 2), 7);
        let prepared = Self {
            format,
            path: ready,
            plan: path,
            size,
            unprepared_bytes,
            mark,
            key: Key::new(b"a key of this measurement alone"),
        };
        // Only copies that can be traced are measured.
        let copy = folder.join("copy");
        prepared.mark_copy(&copy)?;
        let found =
            marks::trace_copy(&std::fs::read(&copy)?.into(), &prepared.key, &books::Limits::default())?;
        ensure!(found.is_some_and(|found| found.record == prepared.mark.record), "{format} was not marked");
        Ok(prepared)
    }

    /// Formats the additional size of the prepared file and its plan over the unprepared file.
    pub fn format_overhead(&self) -> String {
        let plan = std::fs::metadata(&self.plan).map_or(0, |plan| plan.len());
        format!("{} KiB", (self.size + plan).saturating_sub(self.unprepared_bytes) >> 10)
    }

    /// Makes a copy with the plan.
    pub fn mark_copy(&self, to: &Path) -> anyhow::Result<()> {
        let plan = WatermarkPlan::parse(&std::fs::read(&self.plan)?).context("the plan is damaged")?;
        let mut from = File::open(&self.path)?;
        let end = plan.read_tail(&mut from)?;
        let copy = plan.build_copy(&end, Some(&typeset::Pdf), &self.mark, &self.key)?;
        copy.context("the plan is of another file")?.write_to(from, &mut File::create(to)?)?;
        Ok(())
    }

    /// Makes a copy without the plan.
    pub fn mark_without_plan(&self, to: &Path) -> anyhow::Result<()> {
        let (from, to) = (File::open(&self.path)?, File::create(to)?);
        mark_with(Some(&typeset::Pdf), self.format, from, to, &self.mark, &self.key)?;
        Ok(())
    }
}
