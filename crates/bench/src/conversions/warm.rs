//! Measures the cost of a worker process: the same conversion in a new one, started in advance, as the server
//! does it, and on a thread of this process.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use bytes::Bytes;
use conversion::{Convert, Limits, SOURCE_NAME, Speaker, Workshop, Writers};
use domain::{Format, Preferences};
use isolation::Settings;
use jiff::Timestamp;
use tokio::runtime::Runtime;

use super::timing::middle_time;

const CONVERSION_TIMEOUT: Duration = Duration::from_mins(10);
/// Conversions before those that count: the first starts the process.
const WARM_UP_CONVERSIONS: u32 = 2;

pub struct ConversionPlaces {
    runtime: Runtime,
    process: Workshop,
    thread: Workshop,
}

impl ConversionPlaces {
    /// Worker processes are started from the measured program.
    pub fn new(openshelf: &Path) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let program = openshelf.canonicalize().with_context(|| format!("{}", openshelf.display()))?;
        let settings = Settings { program, arguments: vec!["worker-process".into()], spare: 1 };
        let process = Workshop::in_processes(settings, None, Speaker::Espeak, Writers::default());
        let thread = Workshop::in_this_process(Speaker::Espeak.build_engine(), Writers::default());
        Ok(Self { runtime, process, thread })
    }

    /// The medians of `runs` conversions in a process and on a thread, in turn.
    pub fn compare_medians(
        &self,
        book: &Bytes,
        format: Format,
        runs: u32,
    ) -> anyhow::Result<(Duration, Duration)> {
        let (mut process, mut thread) = (Vec::new(), Vec::new());
        for run in 0..runs.max(1) + WARM_UP_CONVERSIONS {
            let times = [(&self.process, &mut process), (&self.thread, &mut thread)];
            for (place, times) in times {
                let took = self.runtime.block_on(time_conversion(place, book.clone(), format))?;
                if run >= WARM_UP_CONVERSIONS {
                    times.push(took);
                }
            }
        }
        Ok((middle_time(process), middle_time(thread)))
    }
}

/// Converts the book, from bytes to a file; returns the time.
async fn time_conversion(place: &Workshop, book: Bytes, format: Format) -> anyhow::Result<Duration> {
    let size = book.len() as u64;
    let settings = domain::settings::CopySettings::from_preferences(format, &Preferences::default());
    let task = Convert { format, settings, modified: Timestamp::UNIX_EPOCH };
    let began = Instant::now();
    let mut bench = place.open_bench().await?;
    bench.write_input(SOURCE_NAME, book).await?;
    bench.run(task, Limits::for_text(CONVERSION_TIMEOUT), size).await?;
    Ok(began.elapsed())
}
