//! `/kosync/users`: signing in, and refused registrations.

use axum::Json;
use serde_json::{Value, json};

use crate::device::CallingDevice;
use crate::problem::Problem;

/// Checks name and key. The app shows only the message of a 401 to its user.
pub(crate) async fn check_user(device: Result<CallingDevice, Problem>) -> Result<Json<Value>, Problem> {
    match device {
        Ok(_) => Ok(Json(json!({"authorized": "OK"}))),
        Err(Problem::Wait { reason, seconds }) => Err(Problem::Refused { reason, seconds: Some(seconds) }),
        Err(problem) => Err(problem),
    }
}

/// Refuses every registration.
pub(crate) async fn create() -> Problem {
    Problem::NoRegistration
}
