//! Indices of space weather, and what takes their place where they are missing.
use anise::prelude::Epoch;
use hifitime::Unit;
use nyx_space::io::space_weather::{RawSpaceWeatherRow, SpaceWeatherData, StaticSpaceWeather};
use pullback::{check_grad, differentiable};
use std::collections::BTreeMap;

fn day(kp_sum: Option<f64>) -> RawSpaceWeatherRow {
    RawSpaceWeatherRow {
        date: String::new(),
        bsrn: 0,
        nd: 0,
        kp1: Some(10.0),
        kp2: Some(13.0),
        kp3: None,
        kp4: Some(27.0),
        kp5: None,
        kp6: Some(33.0),
        kp7: Some(40.0),
        kp8: Some(7.0),
        kp_sum,
        ap1: Some(4.0),
        ap2: None,
        ap3: Some(7.0),
        ap4: Some(9.0),
        ap5: Some(2.0),
        ap6: Some(15.0),
        ap7: Some(3.0),
        ap8: None,
        ap_avg: kp_sum,
        cp: None,
        c9: None,
        isn: None,
        f107_obs: 130.0,
        f107_adj: 128.0,
        f107_data_type: String::new(),
        f107_obs_center81: None,
        f107_obs_last81: None,
        f107_adj_center81: None,
        f107_adj_last81: None,
    }
}

#[differentiable]
fn bins(day: &RawSpaceWeatherRow, fallback: StaticSpaceWeather) -> [f64; 16] {
    let (kp, ap) = (day.kp_bins(fallback), day.ap_bins(fallback));
    let mut bins = [0.0; 16];
    for i in 0..8 {
        bins[i] = kp[i] * kp[i];
        bins[i + 8] = ap[i] * ap[i];
    }
    bins
}

#[test]
fn kp_bins_and_ap_bins() {
    let fallback = StaticSpaceWeather::Custom {
        f107: 110.0,
        ap: 12.0,
        kp: 2.5,
    };
    check_grad!(bins(&day(Some(130.0)), fallback)).unwrap();
    check_grad!(bins(&day(None), fallback)).unwrap();
    check_grad!(bins(&day(None), StaticSpaceWeather::SolarMaximum())).unwrap();
}

#[differentiable]
fn at(weather: &SpaceWeatherData, #[no_diff] epoch: Epoch) -> [f64; 4] {
    let at = weather.msise_weather(epoch);
    let history = at.ap_3hour_history.iter().map(|ap| ap * ap).sum();
    [at.f107_daily_sfu, at.f107_avg_sfu, at.ap_daily, history]
}

#[test]
fn msise_weather_of_days_and_between_them() {
    let midnight = Epoch::from_gregorian_utc_at_midnight(2024, 2, 4);
    let of = |f107_obs: f64, f107_obs_center81, f107_adj_center81, kp_sum| RawSpaceWeatherRow {
        f107_obs,
        f107_obs_center81,
        f107_adj_center81,
        ..day(kp_sum)
    };
    let days = [
        of(132.0, Some(121.0), None, Some(8.0)),
        of(141.0, None, Some(119.0), None),
        of(127.0, None, None, Some(6.0)),
    ];
    for missing in 0..4 {
        let mut records = BTreeMap::new();
        for (i, day) in (0_u8..).zip(&days) {
            if i != missing {
                records.insert(midnight + Unit::Day * (f64::from(i) - 1.0), day.clone());
            }
        }
        for interpolate in [false, true] {
            let weather = SpaceWeatherData {
                records: records.clone(),
                fallback: StaticSpaceWeather::Custom {
                    f107: 110.0,
                    ap: 12.0,
                    kp: 2.5,
                },
                interpolate,
            };
            check_grad!(at(&weather, midnight + Unit::Hour * 7.5)).unwrap();
        }
    }
}
