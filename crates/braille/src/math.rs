//! Formulas, by the rules of `MathCAT`. They are large and belong to one thread: it starts with the first
//! formula and lives as long as the program.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::mpsc::{Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use libmathcat::interface::{get_braille, set_mathml, set_preference, set_rules_dir};

use crate::error::{Error, Result};

/// How formulas are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MathCode {
    /// The Nemeth code, beside the American edition of English braille.
    Nemeth,
    /// Unified English Braille.
    Ueb,
}

struct Order {
    mathml: String,
    code: MathCode,
    answer: Sender<Result<Vec<u8>>>,
}

/// The longest formula, bytes of `MathML`.
const LONGEST: usize = 1 << 18;

static DESK: LazyLock<Mutex<Option<Sender<Order>>>> = LazyLock::new(Mutex::default);

/// The cells of a formula in `MathML`.
///
/// # Errors
/// The formula cannot be understood; the words that stand for it are to be used then.
pub fn math(mathml: &str, code: MathCode) -> Result<Vec<u8>> {
    let failed = |reason: &str| Error::Math(reason.to_owned());
    if mathml.len() > LONGEST {
        return Err(failed("it is too long"));
    }
    let (answer, heard) = channel();
    let order = Order { mathml: mathml.to_owned(), code, answer };
    {
        let mut desk = DESK.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match desk.take() {
            Some(sender) => sender,
            None => start()?,
        };
        let sent = sender.send(order);
        // A thread that has ended is started anew with the next formula.
        *desk = sent.is_ok().then_some(sender);
    }
    heard.recv().map_err(|_| failed("its thread has ended"))?
}

fn start() -> Result<Sender<Order>> {
    let (sender, orders) = channel::<Order>();
    let work = move || {
        // The rules silence all panics of the program; it goes on telling of them itself.
        let hook = take_hook();
        let ready = set_rules_dir("Rules").map_err(|error| Error::Math(error.to_string()));
        set_hook(hook);
        let mut set = None;
        for order in orders {
            let made = ready.clone().and_then(|()| {
                catch_unwind(AssertUnwindSafe(|| cells(&order, &mut set)))
                    .unwrap_or_else(|_| Err(Error::Math("the rules broke off".into())))
            });
            // Who asked may have gone.
            let _ = order.answer.send(made);
        }
    };
    // Rules call one another deeply.
    let builder = thread::Builder::new().name("formulas".into()).stack_size(64 << 20);
    builder.spawn(work).map_err(|error| Error::Math(error.to_string()))?;
    Ok(sender)
}

fn cells(order: &Order, set: &mut Option<MathCode>) -> Result<Vec<u8>> {
    let failed = |error: &dyn std::fmt::Display| Error::Math(error.to_string());
    if *set != Some(order.code) {
        let name = match order.code {
            MathCode::Nemeth => "Nemeth",
            MathCode::Ueb => "UEB",
        };
        set_preference("BrailleCode", name).map_err(|error| failed(&error))?;
        *set = Some(order.code);
    }
    set_mathml(&order.mathml).map_err(|error| failed(&error))?;
    let braille = get_braille("").map_err(|error| failed(&error))?;
    let cells: Vec<u8> = braille
        .chars()
        .filter_map(|c| u32::from(c).checked_sub(0x2800).filter(|dots| *dots < 64))
        .filter_map(|dots| u8::try_from(dots).ok())
        .collect();
    if cells.iter().all(|cell| *cell == 0) { Err(failed(&"it is empty")) } else { Ok(cells) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_ascii;

    #[test]
    fn a_formula_in_both_codes() {
        let formula = "<math><mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>";
        let ascii = |code| to_ascii(&math(formula, code).unwrap());
        assert_eq!(ascii(MathCode::Nemeth), "X .K ?A/B#");
        assert_eq!(ascii(MathCode::Ueb), ";X \"7 ;;(A./B)");
        assert_eq!(ascii(MathCode::Nemeth), "X .K ?A/B#");
    }

    #[test]
    fn what_is_no_formula_is_an_error_and_the_next_one_is_not() {
        for broken in ["", "<math>", "x"] {
            assert!(math(broken, MathCode::Ueb).is_err(), "{broken}");
        }
        assert!(math(&"<math>".repeat(100_000), MathCode::Ueb).is_err());
        assert!(math("<math><mn>2</mn></math>", MathCode::Ueb).is_ok());
    }
}
