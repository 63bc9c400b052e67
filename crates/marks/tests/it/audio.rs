//! Copies of DAISY books with audio.

use std::io::Cursor;
use std::sync::Arc;

use books::testkit::{
    ToneEngine, audio_tools, faults_of_audio, small_book, unzip_text, validate_daisy, validate_daisy2,
};
use books::{Format, Options, convert_to};

use crate::{convert_options, find_trace, mark_copy, test_key, watermark_for};

#[test]
fn marks_of_copies_with_audio_are_found_again() {
    if !audio_tools() {
        return;
    }
    for (format, text) in [(Format::DaisyAudio, "book.xml"), (Format::Daisy2Audio, "text.html")] {
        let options = Options { engine: Arc::new(ToneEngine::default()), ..convert_options() };
        let (package, _) =
            convert_to(format, small_book().into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
        let copy = mark_copy(format, &package.into_inner(), &watermark_for("Jane Doe", 42));
        assert_eq!(find_trace(copy.clone(), &test_key()).unwrap().record, 42);
        assert_eq!(faults_of_audio(&copy), Vec::<String>::new(), "{format}");
        let text = unzip_text(&copy, text);
        let notice = text.find("This copy was made for Jane Doe on 2026-01-02.").unwrap();
        assert!(notice < text.find("ninety-one").unwrap() && notice > text.find("Ada Harbor").unwrap());
        assert!(unzip_text(&copy, "book0001.smil").contains("#copy-notice\""));
        let validate = if format == Format::DaisyAudio { validate_daisy } else { validate_daisy2 };
        assert_eq!(validate(&copy).unwrap_or_default(), Vec::<String>::new(), "{format}");
    }
}
