//! The atmosphere of NRLMSISE-00, from the weather in space and the place to densities.
use hifitime::Epoch;
use nyx_space::dynamics::nrlmsise00::{
    GeomagneticMode, Msise00DailyWeather, Nrlmsise00Flags, Nrlmsise00Output, msise00_density,
};
use pullback::{check_grad, differentiable};

/// The logarithms of what the model gives, which spans thirty decades.
#[differentiable]
fn logarithms(
    weather: Msise00DailyWeather,
    hour: f64,
    latitude: f64,
    longitude: f64,
    altitude: f64,
    flags: Nrlmsise00Flags,
) -> [f64; 7] {
    let epoch = pullback::no_diff(Epoch::from_gregorian_utc(2024, 5, 11, 7, 20, 0, 0));
    let out: Nrlmsise00Output = msise00_density(weather, hour, latitude, longitude, altitude, epoch, flags).unwrap();
    [
        out.temp_exo_k.ln(),
        out.temp_alt_k.ln(),
        out.density_he_per_cm3.ln(),
        out.density_n2_per_cm3.ln(),
        out.density_o2_per_cm3.ln(),
        out.density_ar_per_cm3.ln(),
        out.total_mass_density_kg_m3.ln(),
    ]
}

/// Unoptimised, the sweeps of the model need more stack than a test's thread has.
#[test]
fn msise00_density_calculate_compute_and_what_they_call() {
    let compared = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(compared)
        .unwrap();
    compared.join().unwrap();
}

fn compared() {
    let weather = Msise00DailyWeather {
        f107_daily_sfu: 172.0,
        f107_avg_sfu: 158.0,
        ap_daily: 21.0,
        ap_3hour_history: [21.0, 18.0, 25.0, 12.0, 9.0, 15.0, 17.0],
    };
    for geomagnetic in [
        GeomagneticMode::Off,
        GeomagneticMode::StandardDailyAp,
        GeomagneticMode::ExtendedHistory57h,
    ] {
        let flags = Nrlmsise00Flags {
            geomagnetic,
            ..Default::default()
        };
        for altitude in [30.3, 68.4, 95.7, 118.2, 210.5, 640.9] {
            check_grad!(logarithms(weather, 9.3, 41.2, -73.5, altitude, flags)).unwrap();
        }
    }
}
