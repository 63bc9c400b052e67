//! Plans: what is needed to make a marked copy of a prepared file without looking into it again.
//!
//! A plan belongs to one file: it names its size and the CRC-32 of its end, where the directory of a
//! container and the identity of a PDF are. One that is damaged, of another version or of another file
//! makes no copy, and the caller uses the slow way.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use books::{Error, Format, NoticeWriter, Result};
use serde::{Deserialize, Serialize};

use crate::form::TemplateFiller;
use crate::package::PackagePlan;
use crate::pdf::{PdfPlan, foreign_pdf_error};
use crate::{Copy, Key, Watermark};

/// The first bytes of a plan, with the version of what follows.
const PLAN_MAGIC: &[u8; 8] = b"oscopy1\n";
/// Bytes at the end that distinguish documents: the trailer contains the identifier.
const PDF_TAIL_BYTES: u64 = 1 << 10;

/// Positions of notice and fingerprints in one prepared file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatermarkPlan {
    /// Bytes of the file.
    size: u64,
    /// Start of the range that identifies the file.
    end: u64,
    /// The CRC-32 of its end.
    crc: u32,
    kind: PlanKind,
}

/// The kind of the planned file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PlanKind {
    Package(PackagePlan),
    Document(PdfPlan),
}

impl WatermarkPlan {
    /// The plan of a file that ends with these bytes, which begin at `begins`.
    pub(crate) fn new(kind: PlanKind, begins: u64, end: &[u8]) -> Self {
        let size = begins + end.len() as u64;
        Self { size, end: begins, crc: crc32fast::hash(end), kind }
    }

    /// Encodes the plan.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Only maps of unknown length and streams cannot be written, and there are none.
        let body = postcard::to_extend(self, Vec::new()).unwrap_or_default();
        [&PLAN_MAGIC[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
    }

    /// Reads an encoded plan; `None` if it is damaged or of another version.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(PLAN_MAGIC)?;
        let (crc, body) = rest.split_first_chunk::<4>()?;
        (u32::from_le_bytes(*crc) == crc32fast::hash(body)).then_some(())?;
        let (plan, behind) = postcard::take_from_bytes::<Self>(body).ok()?;
        (behind.is_empty() && plan.end <= plan.size).then_some(plan)
    }

    /// Bytes of the file that the plan belongs to.
    pub fn file_size(&self) -> u64 {
        self.size
    }

    /// The range of the file that [`WatermarkPlan::build_copy`] needs.
    pub fn tail_range(&self) -> Range<u64> {
        self.end..self.size
    }

    /// Reads the range of [`WatermarkPlan::tail_range`].
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read_tail<R: Read + Seek>(&self, file: &mut R) -> Result<Vec<u8>> {
        let mut end = Vec::new();
        file.seek(SeekFrom::Start(self.end))?;
        // One byte more, so that a longer file is seen to be another one.
        file.take(self.size - self.end + 1).read_to_end(&mut end)?;
        Ok(end)
    }

    /// Builds the contents of a copy. `end` are the bytes of [`WatermarkPlan::tail_range`]. `writer` sets the
    /// page with the notice of a PDF; other formats need none. `None` if the plan belongs to another file.
    ///
    /// # Errors
    /// The notice cannot be written; [`Error::NoConversion`] for a PDF without a writer.
    pub fn build_copy(
        &self,
        end: &[u8],
        writer: Option<&dyn NoticeWriter>,
        mark: &Watermark,
        key: &Key,
    ) -> Result<Option<Copy>> {
        if end.len() as u64 != self.size - self.end || crc32fast::hash(end) != self.crc {
            return Ok(None);
        }
        match &self.kind {
            PlanKind::Package(package) => package.build_copy(end, self.end, TemplateFiller::new(mark, key)),
            PlanKind::Document(document) => {
                let page = writer
                    .ok_or(Error::NoConversion(Format::Pdf))?
                    .write_notice(&mark.notice, &mark.language)?;
                document.build_copy(self.size, &page, mark, key).map(Some)
            }
        }
    }
}

/// Plans the copies of a PDF of our typesetter. The file stays unchanged.
///
/// # Errors
/// It is not such a PDF, or cannot be read.
pub fn plan_pdf<R: Read + Seek>(mut book: R) -> Result<WatermarkPlan> {
    let document = PdfPlan::from_pdf(&mut book).ok_or_else(|| foreign_pdf_error("the document"))?;
    let size = book.seek(SeekFrom::End(0))?;
    let begins = book.seek(SeekFrom::Start(size.saturating_sub(PDF_TAIL_BYTES)))?;
    let mut end = Vec::new();
    book.read_to_end(&mut end)?;
    Ok(WatermarkPlan::new(PlanKind::Document(document), begins, &end))
}

/// Plans the copies of a finished file that needs no preparation. `None` if [`prepare`](fn@crate::prepare)
/// plans them: the format is a package.
pub fn plan_unprepared<R: Read + Seek>(format: Format, file: R) -> Result<Option<WatermarkPlan>> {
    if format == Format::Pdf { plan_pdf(file).map(Some) } else { Ok(None) }
}
