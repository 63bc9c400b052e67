//! Narration at another speed with unchanged pitch (docs/rules/downloads.md#rule-7), made with `ffmpeg`.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use books::Stop;
use serde::{Deserialize, Serialize};

use crate::files::create_file;
use crate::{Error, OUTPUT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// A speed, in steps of 0.05 from 0.5 to 3.5; 1 is as recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Speed(u16);

impl Speed {
    pub const NORMAL: Self = Self(100);

    /// Reads the parameter `speed`; `None` outside 0.5 to 3.5 or off the 0.05 grid.
    pub fn parse(text: &str) -> Option<Self> {
        let value: f64 = text.trim().parse().ok()?;
        let steps = value * 20.0;
        if !(0.5..=3.5).contains(&value) || (steps - steps.round()).abs() > 1e-6 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "10 to 70, a whole number"
        )]
        let steps = steps.round() as u16;
        Some(Self(steps * 5))
    }

    /// Hundredths: 50 to 350.
    pub fn percent(self) -> u16 {
        self.0
    }

    /// The version line of the program that changes speeds.
    ///
    /// # Errors
    /// [`Error::Audio`] if it cannot be run.
    pub fn check_program() -> Result<String> {
        let output = Command::new(FFMPEG_PROGRAM)
            .arg("-version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| unavailable_error(&error))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self::NORMAL
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

const FFMPEG_PROGRAM: &str = "ffmpeg";
/// The file for the program's standard error.
const STDERR_NAME: &str = "complaints";
/// Interval between checks of the program.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Writes the MP3 file [`SOURCE_NAME`] at another speed to [`OUTPUT_NAME`], an MP3 file, too.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ChangeSpeed {
    /// The speed, hundredths.
    pub percent: u16,
    /// The largest output file, bytes: a longer one is cut.
    pub size: u64,
}

impl Task for ChangeSpeed {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let mut program = start_program(self, tools.folder)?;
        loop {
            if let Some(status) = program.try_wait()? {
                return if status.success() { Ok(()) } else { Err(failure_error(status, tools.folder)) };
            }
            let stop = (tools.watch)(0, 0);
            if stop.is_some() {
                program.kill()?;
                program.wait()?;
            }
            match stop {
                Some(Stop::Cancelled) => return Err(Error::Interrupted("cancelled".to_owned())),
                Some(Stop::OutOfTime) => {
                    return Err(Error::Audio(format!("{FFMPEG_PROGRAM} takes too long")));
                }
                None => thread::sleep(POLL_INTERVAL),
            }
        }
    }
}

fn start_program(change: ChangeSpeed, folder: &Path) -> Result<Child> {
    Command::new(FFMPEG_PROGRAM)
        .args(["-nostdin", "-hide_banner", "-loglevel", "error", "-y"])
        // Opens only the file itself, nothing that the file refers to.
        .args(["-protocol_whitelist", "file", "-f", "mp3", "-i"])
        .arg(folder.join(SOURCE_NAME))
        .args(["-map", "0:a:0", "-map_metadata", "-1"])
        .args(["-filter:a", &format!("atempo={}", Speed(change.percent))])
        .args(["-codec:a", "libmp3lame", "-q:a", "5", "-threads", "1"])
        .args(["-fs", &change.size.to_string(), "-f", "mp3"])
        .arg(folder.join(OUTPUT_NAME))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(create_file(folder, STDERR_NAME)?)
        .spawn()
        .map_err(|error| unavailable_error(&error))
}

fn unavailable_error(error: &io::Error) -> Error {
    Error::Audio(format!("{FFMPEG_PROGRAM} cannot be started: {error}"))
}

fn failure_error(status: ExitStatus, folder: &Path) -> Error {
    let complaints = fs::read(folder.join(STDERR_NAME)).unwrap_or_default();
    let complaints = String::from_utf8_lossy(&complaints[..complaints.len().min(4_000)]).into_owned();
    Error::Audio(format!("{FFMPEG_PROGRAM}: {status}: {}", complaints.lines().next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_lie_on_the_grid() {
        for (text, percent) in
            [("0.5", 50), ("1", 100), ("1.05", 105), ("1.15", 115), ("2.35", 235), ("3.50", 350)]
        {
            assert_eq!(Speed::parse(text).map(Speed::percent), Some(percent), "{text}");
        }
        for text in ["0.45", "3.55", "1.01", "1.06", "", "fast", "NaN", "inf", "-1"] {
            assert_eq!(Speed::parse(text), None, "{text}");
        }
        assert_eq!(Speed::parse("1.5").unwrap().to_string(), "1.50");
    }
}
