//! Words with marks in the text that programs extract from PDF.

use books::testkit::{EpubBuilder, inspect_pdf};
use serde_json::json;

use super::make_pdf;

/// Sentences whose letters carry marks, by language: whether only Noto has their letters, and their text.
const SENTENCES_WITH_MARKS: [(&str, bool, &str); 5] = [
    (
        "ar",
        false,
        "الخَلِيَّةُ هِيَ الوَحْدَةُ الأَسَاسِيَّةُ لِلْحَيَاةِ، وَكُلُّ كَائِنٍ حَيٍّ يَتَكَوَّنُ مِنْ خَلِيَّةٍ وَاحِدَةٍ أَوْ أَكْثَرَ. الخليّة تحمل المعلومات. يتعلّمُ الطلّابُ في المدرسةِ كلَّ يومٍ، ثُمَّ يَعودونَ إلى بُيوتِهِم. بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ. الصفحة 12 والصفحة 345 لا تُقرأ.",
    ),
    (
        "he",
        false,
        "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃ וְהָאָרֶץ הָיְתָה תֹהוּ וָבֹהוּ וְחֹשֶׁךְ עַל־פְּנֵי תְהוֹם. הַיְלָדִים לוֹמְדִים לִקְרֹא בְּסֵפֶר חָדָשׁ, וְהַמּוֹרָה שְׂמֵחָה. ספר ללא ניקוד בן 120 עמודים.",
    ),
    (
        "hi",
        true,
        "विद्यार्थी पुस्तकालय में बैठकर किताबें पढ़ते हैं और प्रश्नों के उत्तर लिखते हैं। क्षमा, ज्ञान, श्रद्धा और दृष्टि मनुष्य की शक्ति हैं; राष्ट्र की उन्नति शिक्षा पर निर्भर करती है।",
    ),
    (
        "th",
        true,
        "ภาษาไทย เป็นภาษาที่มี วรรณยุกต์ ผู้ใหญ่ ซื้อน้ำผึ้ง ที่ตลาด\nเด็กนักเรียน อ่านหนังสือ ในห้องสมุด ทุกวัน เพื่อเรียนรู้ สิ่งใหม่",
    ),
    ("yo", false, "m̃ y̌ ọ̀rọ̀ ẹ̀kọ́ ɔ́ ɛ̃ x̂ r̥ k̓ the phonetic ɛ̀lɛ̌ and bíbẹ́lì ʔɔ̀ q̌ are written with marks"),
];

/// Number of the words of a text in an extracted one.
fn measure_recall(text: &str, extracted: &str) -> f64 {
    // Direction controls are not letters.
    let is_control = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}');
    let words = |text: &str| -> Vec<String> {
        let text: String = text.chars().filter(|c| !is_control(*c)).collect();
        let cut = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || "،؛־׃।".contains(c);
        text.split(cut).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (wanted, mut left) = (words(text), words(extracted));
    let found = wanted.iter().filter(|word| {
        let at = left.iter().position(|other| other == *word);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    f64::from(u32::try_from(found.count()).unwrap()) / f64::from(u32::try_from(wanted.len()).unwrap())
}

#[test]
fn extracted_text_keeps_words_with_marks() {
    let has_noto = typeset::report_fonts().installed_packages.contains(&"fonts-noto-core");
    for (language, needs_noto, text) in SENTENCES_WITH_MARKS {
        if needs_noto && !has_noto {
            assert!(std::env::var_os("OPENSHELF_TEST_REQUIRE").is_none(), "fonts-noto-core is not installed");
            continue;
        }
        // Thai has no spaces between words: a line that is full would end within one.
        let body: Vec<String> = text.lines().map(|line| format!("<p>{line}</p>")).collect();
        let book = EpubBuilder::new("Words").language(language).chapter("1", &body.concat()).build();
        let Some(found) = inspect_pdf(&make_pdf(book)) else {
            return;
        };
        assert_eq!((&found["check"], &found["ua"], &found["faults"]), (&json!(0), &json!("1"), &json!([])));
        for way in ["text", "raw", "structure_text", "tagged"] {
            let extracted = found[way].as_str().unwrap();
            let recall = measure_recall(text, extracted);
            assert!(recall >= 0.99, "{language}, {way}: {recall}: {extracted}");
        }
    }
}
