/** Stands for react-apexcharts in tests: jsdom has no text metrics, which the chart library needs. */
export default function ApexChart(): null {
  return null;
}
