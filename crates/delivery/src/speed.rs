//! Narration at another speed, its pitch kept (spec 2, title file resources; spec 4, 4.13). Done by
//! `ffmpeg` as a process of its own, within limits of time and size: no fault of a decoder reaches this one.

use std::fmt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

use crate::error::{Error, Result};

/// How fast, in steps of 0.05 from 0.5 to 3.5; 1 is as recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Speed(u16);

impl Speed {
    /// As recorded.
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

/// The program that does it. Part of what `openshelf doctor` looks for.
pub const PROGRAM: &str = "ffmpeg";

/// The version line of the installed program, or why it cannot be run.
pub async fn check() -> Result<String> {
    let output = Command::new(PROGRAM)
        .arg("-version")
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .map_err(|e| Error::Audio(format!("{PROGRAM} cannot be started: {e}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Writes `input` (MP3) at `speed` to `output` (MP3 too).
pub(crate) async fn change(
    input: &Path,
    output: &Path,
    speed: Speed,
    time: Duration,
    size: u64,
) -> Result<()> {
    let mut child = Command::new(PROGRAM)
        .args(["-nostdin", "-hide_banner", "-loglevel", "error", "-y"])
        // Nothing that the file names is opened: only itself.
        .args(["-protocol_whitelist", "file", "-f", "mp3", "-i"])
        .arg(input)
        .args(["-map", "0:a:0", "-map_metadata", "-1", "-filter:a", &format!("atempo={speed}")])
        .args(["-codec:a", "libmp3lame", "-q:a", "5", "-threads", "1"])
        .args(["-fs", &size.to_string(), "-f", "mp3"])
        .arg(output)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|e| Error::Audio(format!("{PROGRAM} cannot be started: {e}")))?;
    let mut said = String::new();
    let finished = tokio::time::timeout(time, async {
        if let Some(stderr) = child.stderr.take() {
            // A broken file can make it talk without end.
            let _ = stderr.take(4_000).read_to_string(&mut said).await;
        }
        child.wait().await
    })
    .await;
    match finished {
        Err(_) => Err(Error::Audio(format!("{PROGRAM} took longer than {} s", time.as_secs()))),
        Ok(Err(error)) => Err(Error::Audio(error.to_string())),
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) => {
            Err(Error::Audio(format!("{PROGRAM}: {status}: {}", said.lines().next().unwrap_or_default())))
        }
    }
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
