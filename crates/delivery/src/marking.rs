//! The watermark of one copy.

use books::NoticeWriter;
use domain::{DownloadId, Format};
use jiff::civil::Date;
use marks::{Copy, Key as MarkKey, Watermark, WatermarkPlan};

use crate::{Error, Result};

/// The recipient of a copy, and the key of fingerprints.
pub(crate) struct Marking {
    recipient: String,
    date: Date,
    record: u64,
    secret: [u8; 32],
}

impl Marking {
    pub(crate) fn new(name: &str, date: Date, download: DownloadId, secret: &[u8; 32]) -> Result<Self> {
        let record = u64::try_from(download.0)
            .map_err(|_| Error::Book(format!("{download} is not the number of a record")))?;
        Ok(Self { recipient: name.to_owned(), date, record, secret: *secret })
    }

    /// The contents of a copy of an artifact: notice and fingerprints, and all other bytes unchanged. `None`
    /// if the plan does not belong to this artifact, whose `end` is given. `writer` sets the notice of a PDF.
    pub(crate) fn plan_copy(
        &self,
        plan: &WatermarkPlan,
        end: &[u8],
        writer: Option<&dyn NoticeWriter>,
    ) -> Result<Option<Copy>> {
        let mark = Watermark::new(&self.recipient, self.date, self.record);
        Ok(plan.build_copy(end, writer, &mark, &MarkKey::new(&self.secret))?)
    }

    /// The task that writes the same copy of an artifact without a plan.
    pub(crate) fn to_task(&self, format: Format) -> conversion::MarkCopy {
        let Self { recipient, date, record, secret } = self;
        conversion::MarkCopy {
            format,
            recipient: recipient.clone(),
            date: *date,
            record: *record,
            key: *secret,
        }
    }
}
