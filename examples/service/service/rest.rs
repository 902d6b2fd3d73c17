//! A tool behind an HTTP API, and that API.

use axum::extract::{Path, Query};
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tool_core::Definition;
use tool_service::rest::{Auth, RestApi};
use tool_service::{BoxError, RegisteredTool};

const TOKEN: &str = "t0ken";

/// `GET /v1/cities/{city}/weather?days=3`, for clients with the token.
async fn weather(
    Path(city): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Json<Value>, axum::http::StatusCode> {
    let token = format!("Bearer {TOKEN}");
    if headers
        .get("authorization")
        .is_none_or(|sent| *sent != token)
    {
        return Err(axum::http::StatusCode::UNAUTHORIZED);
    }
    let days: Vec<_> = (1..=asked.days.unwrap_or(1))
        .map(|day| 17 + day % 3)
        .collect();
    Ok(Json(json!({"city": city, "degrees": days})))
}

#[derive(Deserialize)]
struct Asked {
    days: Option<u8>,
}

/// Starts the API and returns its tool.
pub(crate) async fn tool() -> Result<RegisteredTool, BoxError> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}/v1", listener.local_addr()?);
    let api = Router::new().route("/v1/cities/{city}/weather", get(weather));
    tokio::spawn(async move { axum::serve(listener, api).await });

    let schema = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "days": {"type": "integer", "minimum": 1, "maximum": 7},
        },
        "required": ["city"],
        "additionalProperties": false,
    });
    let definition = Definition::new("weather", "The weather of a city.", schema)?;
    let api = RestApi::new(&base)?.auth(Auth::bearer(TOKEN))?;
    Ok(api.get("/cities/{city}/weather").tool(definition)?)
}
