//! Facts that the signature of a handler states about its operation: the role of its caller, its parameters
//! and its response. So a description cannot disagree with what the handler extracts.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, http::header::HeaderName};
use utoipa::ToSchema;

use super::endpoint::BodySchema;
use super::operation::OperationDraft;
use crate::guests::CallerNetwork;
use crate::http::{
    CreatedResource, ErrorKey, FromParams, InRole, Json, ListAddress, ParamDraft, Params, Result, Role,
    Segments,
};

/// A handler, with the tuple of its arguments.
pub trait DescribedHandler<Arguments> {
    /// Describes the operation as far as the signature determines it.
    fn describe() -> OperationDraft;
}

pub trait DescribedArgument {
    /// Adds to the description what the argument requires of a request.
    fn describe(_: &mut OperationDraft) {}
}

/// The successful return value of a handler.
pub trait DescribedResponse {
    /// The status, if the type determines it.
    const STATUS: Option<u16> = None;

    /// The record of the body, if the type determines it.
    fn body() -> Option<BodySchema> {
        None
    }
}

macro_rules! describe_handlers {
    ($(($($argument:ident),+);)+) => {$(
        impl<F, R, Returned, $($argument),+> DescribedHandler<($($argument,)+)> for F
        where
            F: Fn($($argument),+) -> R,
            R: Future<Output = Result<Returned>>,
            Returned: DescribedResponse,
            $($argument: DescribedArgument,)+
        {
            fn describe() -> OperationDraft {
                let mut draft = OperationDraft::new(Returned::STATUS, Returned::body());
                $($argument::describe(&mut draft);)+
                draft
            }
        }
    )+};
}

describe_handlers! {
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E);
    (A, B, C, D, E, G);
    (A, B, C, D, E, G, H);
}

impl<S> DescribedArgument for State<S> {}

/// The segments of the path are described by their names.
impl<T> DescribedArgument for Segments<T> {}

impl DescribedArgument for Extension<CallerNetwork> {}

impl<R: Role> DescribedArgument for InRole<R> {
    fn describe(draft: &mut OperationDraft) {
        draft.set_role(R::describe());
    }
}

impl DescribedArgument for ListAddress {
    fn describe(draft: &mut OperationDraft) {
        draft.add_error(ErrorKey::BadRequest);
    }
}

impl<T: FromParams> DescribedArgument for Params<T> {
    fn describe(draft: &mut OperationDraft) {
        draft.set_params(T::schema_name(), T::describe_group());
    }
}

impl<T: FromParams> DescribedArgument for ParamDraft<T> {
    fn describe(draft: &mut OperationDraft) {
        <Params<T> as DescribedArgument>::describe(draft);
    }
}

/// Parameters whose faults are reported after other errors.
impl<T: FromParams> DescribedArgument for Result<Params<T>> {
    fn describe(draft: &mut OperationDraft) {
        <Params<T> as DescribedArgument>::describe(draft);
    }
}

/// The attribute states statuses and record.
impl DescribedResponse for Response {}

impl DescribedResponse for StatusCode {
    const STATUS: Option<u16> = Some(204);
}

impl<T: ToSchema> DescribedResponse for Json<T> {
    const STATUS: Option<u16> = Some(200);

    fn body() -> Option<BodySchema> {
        Some(BodySchema::for_record::<T>())
    }
}

impl<T: ToSchema> DescribedResponse for CreatedResource<T> {
    const STATUS: Option<u16> = Some(201);

    fn body() -> Option<BodySchema> {
        Some(BodySchema::for_record::<T>())
    }
}

impl<T: ToSchema> DescribedResponse for (StatusCode, Json<T>) {
    fn body() -> Option<BodySchema> {
        Some(BodySchema::for_record::<T>())
    }
}

impl<T: ToSchema> DescribedResponse for (StatusCode, [(HeaderName, String); 1], Json<T>) {
    fn body() -> Option<BodySchema> {
        Some(BodySchema::for_record::<T>())
    }
}
