//! Formulas in braille and in words, by the rules of `MathCAT`. The rules are large and bound to one thread,
//! which starts with the first formula and lives as long as the program.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use libmathcat::interface::{get_braille, get_spoken_text, set_mathml, set_preference, set_rules_dir};

use crate::error::{Error, Result};

/// Braille codes for formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MathCode {
    /// The Nemeth code, used with the American edition of English braille.
    Nemeth,
    /// Unified English Braille.
    Ueb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormulaOutput {
    Braille(MathCode),
    Words(&'static str),
}

struct FormulaRequest {
    mathml: String,
    output: FormulaOutput,
    answer: Sender<Result<String>>,
}

/// The embedded languages in which `MathCAT` expresses formulas.
const FORMULA_LANGUAGES: [&str; 4] = ["en", "de", "es", "fr"];

/// The longest formula, bytes of `MathML`.
const MAX_FORMULA_BYTES: usize = 1 << 18;

/// Time limit of a formula: ten thousand times the usual time. After it the thread is abandoned and ends with
/// its formula, and the next formula goes to a new thread.
const FORMULA_TIMEOUT: Duration = Duration::from_secs(15);

static FORMULA_THREAD: LazyLock<Mutex<Option<Sender<FormulaRequest>>>> = LazyLock::new(Mutex::default);

/// Translates a formula in `MathML` into cells.
///
/// # Errors
/// The formula cannot be translated; callers then use its alternative text.
pub fn translate_formula(mathml: &str, code: MathCode) -> Result<Vec<u8>> {
    let braille = request_translation(mathml, FormulaOutput::Braille(code))?;
    let cells: Vec<u8> = braille
        .chars()
        .filter_map(|c| u32::from(c).checked_sub(0x2800).filter(|dots| *dots < 64))
        .filter_map(|dots| u8::try_from(dots).ok())
        .collect();
    let empty = cells.iter().all(|cell| *cell == 0);
    if empty { Err(Error::Math("it is empty".to_owned())) } else { Ok(cells) }
}

/// Expresses a formula in `MathML` in words of a language (BCP 47), in the `ClearSpeak` style.
///
/// # Errors
/// The formula cannot be translated, or the language is not supported; callers then use its alternative
/// text.
pub fn speak_formula(mathml: &str, language: &str) -> Result<String> {
    let main = crate::codes::main_language(language);
    let known = FORMULA_LANGUAGES.into_iter().find(|known| *known == main);
    let language = known.ok_or_else(|| Error::Math(format!("its words are not known in {language}")))?;
    let words = request_translation(mathml, FormulaOutput::Words(language))?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { Err(Error::Math("it is empty".to_owned())) } else { Ok(words) }
}

fn request_translation(mathml: &str, wanted: FormulaOutput) -> Result<String> {
    let failed = |reason: &str| Error::Math(reason.to_owned());
    if mathml.len() > MAX_FORMULA_BYTES {
        return Err(failed("it is too long"));
    }
    let (answer, heard) = channel();
    let order = FormulaRequest { mathml: mathml.to_owned(), output: wanted, answer };
    {
        let mut desk = FORMULA_THREAD.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match desk.take() {
            Some(sender) => sender,
            None => start_thread()?,
        };
        let sent = sender.send(order);
        // A thread that has ended is replaced at the next formula.
        *desk = sent.is_ok().then_some(sender);
    }
    match heard.recv_timeout(FORMULA_TIMEOUT) {
        Ok(made) => made,
        Err(RecvTimeoutError::Disconnected) => Err(failed("its thread has ended")),
        Err(RecvTimeoutError::Timeout) => {
            FORMULA_THREAD.lock().unwrap_or_else(PoisonError::into_inner).take();
            Err(failed("it takes too long"))
        }
    }
}

fn start_thread() -> Result<Sender<FormulaRequest>> {
    let (sender, orders) = channel::<FormulaRequest>();
    let work = move || {
        // The rules silence all panics of the program; restore the hook.
        let hook = take_hook();
        let ready = set_rules_dir("Rules").map_err(|error| Error::Math(error.to_string()));
        set_hook(hook);
        let mut set = RuleSettings::default();
        for order in orders {
            let made = ready.clone().and_then(|()| {
                catch_unwind(AssertUnwindSafe(|| apply_rules(&order, &mut set)))
                    .unwrap_or_else(|_| Err(Error::Math("the rules broke off".into())))
            });
            // The caller may no longer wait.
            let _ = order.answer.send(made);
        }
    };
    // The rules recurse deeply.
    let builder = thread::Builder::new().name("formulas".into()).stack_size(64 << 20);
    builder.spawn(work).map_err(|error| Error::Math(error.to_string()))?;
    Ok(sender)
}

#[derive(Default)]
struct RuleSettings {
    code: Option<MathCode>,
    language: Option<&'static str>,
}

fn apply_rules(order: &FormulaRequest, set: &mut RuleSettings) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| Error::Math(error.to_string());
    let prefer = |name: &str, value: &str| set_preference(name, value).map_err(|error| failed(&error));
    match order.output {
        FormulaOutput::Braille(code) if set.code != Some(code) => {
            set.code = None;
            prefer("BrailleCode", if code == MathCode::Nemeth { "Nemeth" } else { "UEB" })?;
            set.code = Some(code);
        }
        FormulaOutput::Words(language) if set.language != Some(language) => {
            set.language = None;
            for (name, value) in [
                ("Language", language),
                ("SpeechStyle", "ClearSpeak"),
                ("Verbosity", "Medium"),
                ("TTS", "None"),
            ] {
                prefer(name, value)?;
            }
            set.language = Some(language);
        }
        _ => {}
    }
    // The rules know what is in an error message, but not the element itself.
    let mathml = order.mathml.replace("<merror", "<mrow").replace("</merror", "</mrow");
    set_mathml(&mathml).map_err(|error| failed(&error))?;
    match order.output {
        FormulaOutput::Braille(_) => get_braille("").map_err(|error| failed(&error)),
        FormulaOutput::Words(_) => get_spoken_text().map_err(|error| failed(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_ascii;

    #[test]
    fn a_formula_in_both_codes() {
        let formula = "<math><mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>";
        let ascii = |code| to_ascii(&translate_formula(formula, code).unwrap());
        assert_eq!(ascii(MathCode::Nemeth), "X .K ?A/B#");
        assert_eq!(ascii(MathCode::Ueb), ";X \"7 ;;(A./B)");
        assert_eq!(ascii(MathCode::Nemeth), "X .K ?A/B#");
    }

    #[test]
    fn a_formula_in_words_of_several_languages_and_braille_between_them() {
        let formula = "<math><mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>";
        let nemeth = translate_formula(formula, MathCode::Nemeth).unwrap();
        let said = |language| {
            let said = speak_formula(formula, language).unwrap();
            assert_eq!(translate_formula(formula, MathCode::Nemeth).unwrap(), nemeth);
            said
        };
        assert_eq!(said("en-US"), "x is equal to a over b");
        assert_eq!(said("fra"), "x est \u{e9}gal \u{e0} a sur b");
        assert_eq!(said("es"), "x es igual a a partido por b");
        assert_eq!(said("de-AT"), "x ist gleich a durch b");
        assert!(speak_formula(formula, "xx").is_err() && speak_formula("", "en").is_err());
    }

    #[test]
    fn an_error_message_in_a_formula_is_its_content() {
        let formula = "<math><merror><mi>x</mi></merror><mo>=</mo><mn>1</mn></math>";
        for code in [MathCode::Nemeth, MathCode::Ueb] {
            let plain = formula.replace("merror", "mrow");
            assert_eq!(translate_formula(formula, code), translate_formula(&plain, code));
        }
    }

    #[test]
    fn an_invalid_formula_is_an_error_and_the_next_one_works() {
        for broken in ["", "<math>", "x"] {
            assert!(translate_formula(broken, MathCode::Ueb).is_err(), "{broken}");
        }
        assert!(translate_formula(&"<math>".repeat(100_000), MathCode::Ueb).is_err());
        assert!(translate_formula("<math><mn>2</mn></math>", MathCode::Ueb).is_ok());
    }
}
