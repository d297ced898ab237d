//! Stands for yahoo_finance_api, of which RustQuant's errors name one type.

#[derive(Debug)]
pub struct YahooError;

impl std::fmt::Display for YahooError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("yahoo_finance_api is a stub here")
    }
}

impl std::error::Error for YahooError {}
