//! Encodes samples as an MP3 file with ffmpeg.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::time::Duration;

use crate::process::{EngineProcess, ProcessLimits, failed_error, run_program};
use crate::sound::wav_header;
use crate::{Result, Stop, Tags};

/// The program that writes MP3.
pub const ENCODER: &str = "ffmpeg";

/// Returns true if [`ENCODER`] is installed.
pub fn is_encoder_installed() -> bool {
    programs::is_installed(ENCODER)
}

/// Bit rate, sufficient for one synthetic voice.
const SPEECH_BITRATE: &str = "32k";
const ENCODER_LIMITS: ProcessLimits =
    ProcessLimits { time: Duration::from_mins(30), memory: Some(2 << 30), output: 1 << 20 };

/// A file being written. Its tag contains the encoder's padding, so that players start with the first sample
/// and end with the last.
pub(crate) struct Mp3Encoder {
    running: EngineProcess,
    samples: BufWriter<ChildStdin>,
    path: PathBuf,
    raw_path: PathBuf,
    tags: Tags,
}

impl Mp3Encoder {
    pub(crate) fn start(path: &Path, rate: u32, tags: Tags) -> Result<Self> {
        let raw = path.with_extension("raw");
        let mut command = quiet_arguments();
        // Samples without a header would be read in smaller packets, which is slower.
        command.extend(["-f", "wav", "-i", "pipe:0"].map(str::to_owned));
        command.extend(mp3_arguments(SPEECH_BITRATE));
        command.push(raw.to_string_lossy().into_owned());
        let mut running = EngineProcess::start(&command, &ENCODER_LIMITS, Stdio::null())?;
        let mut samples = BufWriter::with_capacity(64 << 10, running.take_input()?);
        samples.write_all(&wav_header(rate))?;
        Ok(Self { running, samples, path: path.to_owned(), raw_path: raw, tags })
    }

    /// Writes samples. If the program has ended, its exit status explains why.
    pub(crate) fn write_samples(&mut self, samples: &[i16]) -> Result<()> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        Ok(self.samples.write_all(&bytes)?)
    }

    pub(crate) fn finish(self, stop: &Stop) -> Result<()> {
        let flushed = self.samples.into_inner();
        match flushed {
            Ok(stdin) => drop(stdin),
            Err(error) if error.error().kind() == std::io::ErrorKind::BrokenPipe => drop(error),
            Err(error) => return Err(error.into_error().into()),
        }
        self.running.wait_for_end(&ENCODER_LIMITS, stop)?;
        let mut out = std::fs::File::create(&self.path)?;
        out.write_all(&self.tags.to_bytes())?;
        std::io::copy(&mut std::fs::File::open(&self.raw_path)?, &mut out)?;
        Ok(std::fs::remove_file(&self.raw_path)?)
    }
}

/// Converts a recording in another format to MP3.
///
/// # Errors
/// It cannot be decoded, or takes too long; the work was stopped.
pub fn convert_to_mp3(from: &Path, to: &Path, stop: &Stop) -> Result<()> {
    let mut command = quiet_arguments();
    // Opens only the file itself, nothing that the file refers to.
    command.extend(["-protocol_whitelist", "file", "-i"].map(str::to_owned));
    command.push(from.to_string_lossy().into_owned());
    command.extend(["-map", "0:a:0", "-map_metadata", "-1"].map(str::to_owned));
    command.extend(mp3_arguments("64k"));
    command.push(to.to_string_lossy().into_owned());
    run_program(&command, b"", &ENCODER_LIMITS, stop)?;
    if std::fs::metadata(to).map_or(0, |file| file.len()) == 0 {
        return Err(failed_error(ENCODER, "the recording is empty"));
    }
    Ok(())
}

fn quiet_arguments() -> Vec<String> {
    [ENCODER, "-nostdin", "-hide_banner", "-loglevel", "error", "-y"].map(str::to_owned).to_vec()
}

/// Arguments for output that depends neither on the program's version nor on the time.
fn mp3_arguments(bits: &str) -> Vec<String> {
    let words = [
        "-codec:a", "libmp3lame", "-b:a", bits, "-threads", "1", "-id3v2_version", "0", "-write_id3v1", "0",
        "-fflags", "+bitexact", "-flags:a", "+bitexact", "-f", "mp3",
    ];
    words.map(str::to_owned).to_vec()
}
